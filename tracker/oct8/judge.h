#pragma once

#include "tracker/oct8/move.h"
#include "tracker/oct8/state.h"
#include "tracker/referee/rules.h"

namespace octo::tracker::oct8 {

/// What the rules say of the move; the first check that fails, in the order of the rules page.
Ruling judgeMove(const State& state, std::optional<int> player, const Move& move);

}  // namespace octo::tracker::oct8
