#pragma once

#include <string>
#include <vector>

#include "tracker/octa/state.h"

namespace octo::tracker::octa {

/// What a prompt tells the players to see to now, in the order in which it comes; none once the game is over. Each
/// agrees with what `legalMoves` offers:
///
///     restock            the stock is used up, or one card short of an effect: it is made anew before more is taken
///     reshuffle-actions  the stack of action cards is used up
///     draw, action       the duties of steps 1 and 2
///     effect             the turned card's effect may be used
///     line-lay           one of the cards of the line must be laid first
///     discard-N          so many cards end the turn
///     end-turn           the turn may end without a discard
///     last-round         the stock is used up a second time: this turn is the last
std::vector<std::string> whatIsDue(const State& state);

}  // namespace octo::tracker::octa
