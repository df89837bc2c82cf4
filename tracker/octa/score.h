#pragma once

#include "tracker/octa/state.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::octa {

/// How the game stands: open cards in own runs, and once it is over who won.
Result resultOf(const State& state);

}  // namespace octo::tracker::octa
