#pragma once

#include "tracker/octa/state.h"
#include "tracker/vocabulary/json.h"

namespace octo::tracker::octa {

/// The public state: `turn`, `hands`, `pot` (a list of eight, null for a gap), `stock` (a count), `restocked` (it was
/// made anew), `discard` (last on top, "?" for a card not seen), `discard_count`, `discard_top` (null without a card),
/// `actions` (the two open ones), `action_stack` (a count), `aside` (action cards set aside), `runs` (name to owner and
/// places; a closed place is "back"), `tokens` (a player's: "middle", {"run":"r1"} or {"pot":[1,2,3]});
/// `players` (of each: `hand`, `runs` as a list of `name`, `cards`, `open` and `closed`, `open_cards` in all own runs,
/// `longest` run in open cards) and `to_win` (the `open_cards` and `longest` that win); `due` (`whatIsDue`);
/// `count` says how many pieces of each kind there are wherever they lie, which no legal move changes.
Json describeState(const State& state);

}  // namespace octo::tracker::octa
