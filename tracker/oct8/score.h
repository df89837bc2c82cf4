#pragma once

#include "tracker/oct8/state.h"

namespace octo::tracker::oct8 {

/// Points of one octopus of a player whose octopus colour is `colour` (absent where it was not told).
int points(const TakenOctopus& taken, std::optional<Colour> colour, Bonus bonus);

/// Scores as they are now; winners once the game is over.
Result resultOf(const State& state);

}  // namespace octo::tracker::oct8
