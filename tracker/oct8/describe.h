#pragma once

#include "tracker/oct8/state.h"

namespace octo::tracker::oct8 {

/// The public state. `count`: every head and arm card, wherever it is.
Json describeState(const State& state);

}  // namespace octo::tracker::oct8
