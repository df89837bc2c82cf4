#pragma once

#include <cstdint>

namespace octo::datasets {

/// Times of the follower's assignment and of OpenCV's earth mover's distance on the same made-up costs, as JSON lines.
/// Throws std::runtime_error where they disagree.
void benchAssignment(int times, std::uint64_t seed);

}  // namespace octo::datasets
