#pragma once

#include <vector>

#include "tracker/tally/tally.h"

namespace octo::tracker::octal {

/// The hands, laid open before each player: cards in no pile's zone, by the nearest turn marker's place.
/// Throws Malformed where the header does not fit the game.
Tally tally(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces);

}  // namespace octo::tracker::octal
