#pragma once

#include <string>
#include <vector>

#include "tracker/oct8/state.h"

namespace octo::tracker::oct8 {

/// What a prompt tells the player in turn to see to now; none once the game is over. Each agrees with what `legalMoves`
/// offers, so what a standing breach has made impossible is not named:
///
///     turn-draw      the card that begins the turn
///     actions-N      actions left, with those that spent baby octopuses give
///     ship-N         octopuses above the three that a field keeps
///     discard-N      cards above the eight that a hand keeps
///     refill-SLOT    a new head: refill-s1
///     end-turn       all of it is done
///     last-round-N   a deck has run out: turns until the end of the game, with the one in progress
std::vector<std::string> whatIsDue(const State& state);

}  // namespace octo::tracker::oct8
