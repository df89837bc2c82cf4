#pragma once

#include <vector>

#include "tracker/tally/tally.h"

namespace octo::tracker::octa {

/// The open number cards in own runs.
/// Throws Malformed where the header does not fit the game.
Tally tally(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces);

}  // namespace octo::tracker::octa
