#pragma once

#include "tracker/octal/state.h"
#include "tracker/vocabulary/json.h"

namespace octo::tracker::octal {

/// The public state: `turn`, `questions` (`top`, the card `asking`, `value`, `condition`, `open`), `hands`,
/// `passes` since a card was laid, `last_to_lay`, `finished`; `count` of all cards wherever they are, which
/// no move changes.
Json describeState(const State& state);

}  // namespace octo::tracker::octal
