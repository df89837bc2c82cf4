#pragma once

#include <vector>

#include "tracker/tally/tally.h"

namespace octo::tracker::oct8 {

/// The octopuses in columns on field and shipped places, by the header's options. A player's octopus colour is that of
/// the header's setup (`colours`) or the head on the player's turn place; who has neither is `unrevealed`, and
/// `settled` and `may_win` say whether those colours can still change who wins. Throws Malformed where the header does
/// not fit the game.
Tally tally(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces);

}  // namespace octo::tracker::oct8
