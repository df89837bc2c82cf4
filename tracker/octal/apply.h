#pragma once

#include "tracker/octal/move.h"
#include "tracker/octal/state.h"

namespace octo::tracker::octal {

/// Carries out a move that is legal or stands, and exacts its penalty. `player` is nobody for a reshuffle
/// only.
void applyMove(State& state, std::optional<int> player, const Move& move);

}  // namespace octo::tracker::octal
