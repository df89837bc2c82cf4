#pragma once

#include "datasets/scratch_folder.h"

namespace octo::test {

/// Tests run side by side, each in a process of its own, so that a folder named after a test case, or after several
/// that share a fixture, is not enough.
using TemporaryFolder = datasets::ScratchFolder;

}  // namespace octo::test
