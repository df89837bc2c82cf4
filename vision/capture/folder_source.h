#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "vision/capture/source.h"

namespace octo::vision {

/// The pictures of a folder in the order of the numbers in their names ("2.png" before "10.png").
std::unique_ptr<Source> openFolder(const std::filesystem::path& folder);

/// Whether `a` comes before `b` when runs of digits count as numbers.
bool naturalLess(const std::string& a, const std::string& b);

}  // namespace octo::vision
