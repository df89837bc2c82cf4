#pragma once

#include "tracker/oct8/move.h"
#include "tracker/oct8/state.h"

namespace octo::tracker::oct8 {

/// Carries out a move that is legal or that stands. What the pieces do not allow is left out. Out of turn only the
/// pieces move: the turn, its phase and its actions stay with the player in turn. A position is nobody's.
void applyMove(State& state, std::optional<int> player, const Move& move);

}  // namespace octo::tracker::oct8
