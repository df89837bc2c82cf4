#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace octo::tracker {

/// No reading is surer than that.
inline constexpr double kNeverSurer = 0.998;

/// Which faces are worth a try, by their place among the shares, likeliest first: a few.
std::vector<std::size_t> likeliestFaces(std::span<const float> shares);

}  // namespace octo::tracker
