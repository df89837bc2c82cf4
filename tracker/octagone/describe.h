#pragma once

#include "tracker/octagone/state.h"
#include "tracker/vocabulary/json.h"

namespace octo::tracker::octagone {

/// The public state: `turn`, `required`, `lady`, `board` (box to piece and facing), `hands`; `count` says how many
/// pieces of each kind there are wherever they lie, which no move changes.
Json describeState(const State& state);

}  // namespace octo::tracker::octagone
