#pragma once

#include "tracker/octagone/move.h"
#include "tracker/octagone/state.h"
#include "tracker/referee/rules.h"

namespace octo::tracker::octagone {

/// What the rules say of the move; the first check that fails, in the order of the rules page.
Ruling judgeMove(const State& state, std::optional<int> player, const Move& move);

/// Whether the shield proves that the earlier skip was wrong.
bool exposes(int player, const Place& move, const MadeSkip& skip);

/// A winner lays the White Lady after the end: that is legal and changes nothing.
bool declaresTheEnd(const State& state, int player, const Move& move);

}  // namespace octo::tracker::octagone
