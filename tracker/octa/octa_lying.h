#pragma once

#include <vector>

#include "tracker/follow/follower.h"
#include "tracker/octa/octa_reading.h"
#include "tracker/octa/state.h"

namespace octo::tracker::octa {

/// The table as people lay it, for drawing: runs where they were seen last, and in two rows from their owner's left
/// where one of the owner's was never seen. Of piles the top cards.
std::vector<LyingPiece> lyingPieces(const State& state, const OctaPlaces& places, const OctaMemory& memory);

}  // namespace octo::tracker::octa
