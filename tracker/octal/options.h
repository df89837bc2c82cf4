#pragma once

#include <vector>

#include "tracker/octal/state.h"
#include "tracker/referee/rules.h"

namespace octo::tracker::octal {

/// Every move that the rules allow now, whatever the players may hold; none once the game is over. Hidden
/// cards are shapes: a card is {"one_of":[…]}; the cards of an override are
/// {"count":[least,most],"from":[…]}, a card standing there as often as it may be laid, and their values must
/// not rise. `octo` is there where it must be called.
std::vector<MoveShape> legalMoves(const State& state);

}  // namespace octo::tracker::octal
