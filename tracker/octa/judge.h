#pragma once

#include "tracker/octa/move.h"
#include "tracker/octa/state.h"
#include "tracker/referee/rules.h"

namespace octo::tracker::octa {

/// What the rules say of the move; the first check that fails, in the order of the rules page. `player` is
/// absent for what nobody does.
Ruling judgeMove(const State& state, std::optional<int> player, const Move& move);

}  // namespace octo::tracker::octa
