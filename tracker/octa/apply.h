#pragma once

#include "tracker/octa/move.h"
#include "tracker/octa/state.h"

namespace octo::tracker::octa {

/// Carries out an event that is legal or stands as it is; what cannot be carried out is left out. Out of turn
/// the pieces move, and the turn stays as it is. `player` is absent for what nobody does.
void applyMove(State& state, std::optional<int> player, const Move& move);

}  // namespace octo::tracker::octa
