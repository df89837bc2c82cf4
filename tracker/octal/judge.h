#pragma once

#include "tracker/octal/move.h"
#include "tracker/octal/state.h"
#include "tracker/referee/rules.h"

namespace octo::tracker::octal {

/// What the rules say of the move; the first check that fails, in the order of the rules page.
Ruling judgeMove(const State& state, std::optional<int> player, const Move& move);

}  // namespace octo::tracker::octal
