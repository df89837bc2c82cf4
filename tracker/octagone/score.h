#pragma once

#include "tracker/octagone/state.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::octagone {

/// How the game stands: the shields left (an extra joker that either of a pair may have counts with the
/// lower-numbered), and once it is over who has the fewest.
Result resultOf(const State& state);

}  // namespace octo::tracker::octagone
