#pragma once

#include <vector>

#include "tracker/vocabulary/observation.h"

namespace octo::tracker {

/// Whether the same face is seen where that piece is, to 12 mm.
bool isSeenAgain(const SeenPiece& piece, const std::vector<SeenPiece>& pieces);

}  // namespace octo::tracker
