#pragma once

#include "tracker/octa/state.h"
#include "tracker/vocabulary/json.h"

namespace octo::tracker::octa {

/// The public state: `turn`, `hands`, `pot` (a list of eight, null for a gap), `stock`, `discard` (last on
/// top, "?" for a card not seen), `actions` (the two open ones), `action_stack`, `runs` (name to owner and
/// places; a closed place is "back"), `tokens` (a player's: "middle", {"run":"r1"} or {"pot":[1,2,3]});
/// `count` says how many pieces of each kind there are wherever they lie, which no legal move changes.
Json describeState(const State& state);

}  // namespace octo::tracker::octa
