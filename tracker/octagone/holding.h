#pragma once

#include "tracker/octagone/state.h"

namespace octo::tracker::octagone {

/// What nobody sees: how likely a player has no shield of that colour, or no joker, by what was dealt, what lies there
/// and who has skipped.
double lacksColour(const State& state, int player, Shield colour);
double lacksJoker(const State& state, int player);

}  // namespace octo::tracker::octagone
