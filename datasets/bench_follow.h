#pragma once

#include <cstdint>

namespace octo::datasets {

/// Times of what the followers do themselves beside what a library does, as JSON lines: assignments beside OpenCV's
/// earth mover's distance on the same made-up costs, hashes of layouts beside the standard library's of the same bytes.
/// Throws std::runtime_error where the assignments disagree.
void benchFollow(int times, std::uint64_t seed);

}  // namespace octo::datasets
