#pragma once

#include "tracker/octal/state.h"
#include "tracker/vocabulary/json.h"

namespace octo::tracker::octal {

/// The public state: `turn`, `questions`, `hands`, `passes` since a card was laid, `last_to_lay`, `finished`; the cards
/// in the `deck` and among the `discards`, and whether the deck has just been `refilled` by itself; `count` of all
/// cards wherever they are, which no move changes.
///
/// Of a question: the cards `top` and `asking`; whether it is `open` (an `all` lies on top); the `condition` in force,
/// by its name as in cards; the values that `fits` it now, rising, all eight where it is open (an `all` fits, too,
/// unless it is open). Unless it is open: the top card's `value` and its own condition, `top_condition`, which will be
/// in force once a card is laid that points at it.
Json describeState(const State& state);

}  // namespace octo::tracker::octal
