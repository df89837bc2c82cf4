#pragma once

#include <vector>

#include "tracker/octagone/state.h"
#include "tracker/referee/rules.h"

namespace octo::tracker::octagone {

/// Every move that the rules allow now, whatever the player may hold; none once the game is over.
std::vector<MoveShape> legalMoves(const State& state);

}  // namespace octo::tracker::octagone
