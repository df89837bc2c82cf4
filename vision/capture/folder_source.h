#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "vision/capture/source.h"

namespace octo::vision {

/// The pictures of a folder in the order of the numbers in their names ("2.png" before "10.png"): a film of 30 pictures
/// a second if it stands still for a while somewhere, otherwise photographs, a second apart.
std::unique_ptr<Source> openFolder(const std::filesystem::path& folder);

/// Whether `a` comes before `b` when runs of digits count as numbers.
bool naturalLess(const std::string& a, const std::string& b);

}  // namespace octo::vision
