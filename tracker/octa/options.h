#pragma once

#include <vector>

#include "tracker/octa/state.h"
#include "tracker/referee/rules.h"

namespace octo::tracker::octa {

/// What the rules allow now; none once the game is over. Fields of open pieces are as in the event. Those
/// that depend on cards nobody sees say what fits:
///
///     action card    {"one_of":[…]}                         faces of which a copy may still be hidden
///     fill           {"from_discard":[…],"from_stock":n}    known cards ("?" if not seen), then n unknown
///     king cards     {"two_of":[…]}                         the discard pile, "?" for cards not seen
///     meld cards     {"run_of":[…],"at_most":n}             a run of these faces, at least three long; where
///                                                           there is "with_one_of":[…] it must hold one of
///                                                           those
///     swap give      {"one_of":[…]}
///     take-run       with "take" where more than the claimed places is taken
///     extend cards   {"below":[…],"above":[…],"at_most":n}  the first so many of each list, n in all
///     discard cards  {"count":n}                            any
std::vector<MoveShape> legalMoves(const State& state);

}  // namespace octo::tracker::octa
