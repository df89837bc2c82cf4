#pragma once

#include <vector>

#include "tracker/tally/tally.h"

namespace octo::tracker::octagone {

/// The shields laid, and what is left of each hand if nobody skipped. The places on the board do not matter.
/// Throws Malformed where the header does not fit the game.
Tally tally(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces);

}  // namespace octo::tracker::octagone
