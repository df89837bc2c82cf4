#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tracker/follow/position.h"

namespace octo::tracker {

/// No reading is surer than that.
inline constexpr double kNeverSurer = 0.998;

/// What speaks against a card's being a face to which its reading gives that share, 0 to 7: `sure` is the share of the
/// likeliest of so many faces, and what is missing to 1 may be any of them.
Cost againstFace(double share, double sure, int faces);

/// Which faces are worth a try, by their place among the shares, likeliest first: a few.
std::vector<std::size_t> likeliestFaces(std::span<const float> shares);

}  // namespace octo::tracker
