#pragma once

#include "tracker/oct8/move.h"
#include "tracker/oct8/oct8_arrangement.h"
#include "tracker/oct8/state.h"

namespace octo::tracker::oct8 {

/// What people do in a turn of Oct8: how likely this is the next thing that they do, as far as anybody knows who sees
/// no hand and no deck. Moves in order and breaches by kind; all that may be next adds up to at most 1.
double chanceOfMove(const State& state, int player, const Move& move);
/// Share of those who laid cards, and are seen done, who lay more at once; and how likely it is that they lay those
/// `more`, which make it the `longer` move. `state`: before the cards that lie there.
inline constexpr double kMore = 0.3;
double chanceOfMore(const State& state, int player, const Attach& longer, const Arms& more);
/// How likely who lays cards on the pile one by one, and is seen to lay one, lays this one after that.
double chanceOfTop(const State& state, Arm card);
/// How likely somebody next begins a move so that, with some of it done or all, the pieces lie as arranged: they
/// exchange arms, or take the chip for cards that they lay after that.
double chanceOfBeginning(const State& state, const Arrangement& arrangement);
/// Share of those moves that are seen half done first; and, once they are, again.
inline constexpr double kBegins = 0.1, kGoesOn = 0.05;

}  // namespace octo::tracker::oct8
