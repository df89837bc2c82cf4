#pragma once

#include "tracker/octagone/move.h"
#include "tracker/octagone/state.h"

namespace octo::tracker::octagone {

/// Carries out event `n`, which is legal or stands as it is.
void applyMove(State& state, int player, const Move& move, int n);

}  // namespace octo::tracker::octagone
