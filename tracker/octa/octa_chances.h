#pragma once

#include "tracker/octa/move.h"
#include "tracker/octa/state.h"

namespace octo::tracker::octa {

/// How much less likely a card comes of which as many as there are lie on the table.
inline constexpr double kFromNowhere = 0.0003;

/// How likely whoever is in turn does that next, 0 to 1: what kind of move it is, which of that kind, and whether it is
/// in order.
double chanceOf(const State& state, const Move& move);

}  // namespace octo::tracker::octa
