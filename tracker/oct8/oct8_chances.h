#pragma once

#include "tracker/oct8/move.h"
#include "tracker/oct8/state.h"

namespace octo::tracker::oct8 {

/// What people do in a turn of Oct8: how likely this is the next thing that they do, as far as anybody knows who sees
/// no hand and no deck. Moves in order and breaches by kind; all that may be next adds up to at most 1.
double chanceOfMove(const State& state, int player, const Move& move);
/// Share of those who laid or exchanged cards, and are seen done, who lay more at once; how likely those who did are in
/// order; and how likely it is that they lay those `more`, which make it the `longer` move. `state`: before the cards
/// that lie there.
inline constexpr double kMore = 0.3;
double chanceOfKind(const State& state, int player, const Move& move);
double chanceOfMore(const State& state, int player, const Attach& longer, const Arms& more);

}  // namespace octo::tracker::oct8
