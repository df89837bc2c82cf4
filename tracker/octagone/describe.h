#pragma once

#include "tracker/octagone/state.h"
#include "tracker/vocabulary/json.h"

namespace octo::tracker::octagone {

/// The public state: `turn`, `required`, `lady`, `board` (box to piece and facing), `hands`
/// (`jokers` a number, or the list of fewest and most while either of a pair may have the extra one); `count` says how
/// many pieces of each kind there are wherever they lie, which no move changes.
Json describeState(const State& state);

}  // namespace octo::tracker::octagone
