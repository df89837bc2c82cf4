#pragma once

#include "tracker/oct8/state.h"
#include "tracker/referee/rules.h"

namespace octo::tracker::oct8 {

/// The legal moves of the player in turn. Where a field depends on cards that nobody can see it is an object that says
/// what fits:
///
///   turn-draw  card  {"colour_not":"red","arms_at_most":3}   for a slot
///                    {"fits_no_slot":true}                   for the hand, where a hidden card may fit none
///   attach     cards {"sum_at_most":3,"cards_at_most":6}
///   swap-hand  give  {"sum":3,"cards_at_most":6}
///   discard    cards {"cards":2}
///
/// None of these may bring out more copies of a card than there are. A swap is listed once, with an octopus of the
/// player in turn as `a`. `reveal` is always legal, for everyone, and not listed.
std::vector<MoveShape> legalMoves(const State& state);

}  // namespace octo::tracker::oct8
