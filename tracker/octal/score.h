#pragma once

#include "tracker/octal/state.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::octal {

/// How the game stands: the cards in hand, and once it is over who went out, in that order.
Result resultOf(const State& state);

}  // namespace octo::tracker::octal
