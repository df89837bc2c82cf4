#pragma once

#include "tracker/octa/move.h"
#include "tracker/octa/state.h"

namespace octo::tracker::octa {

/// How likely whoever is in turn does that next, 0 to 1: what kind of move it is, which of that kind, and whether it is
/// in order.
double chanceOf(const State& state, const Move& move);

}  // namespace octo::tracker::octa
