#pragma once

#include <vector>

#include "tracker/oct8/move.h"
#include "tracker/oct8/oct8_arrangement.h"
#include "tracker/oct8/state.h"

namespace octo::tracker::oct8 {

/// What somebody may have done, and how the table shows it was laid.
struct PossibleMove {
  int player;
  Move move;
  LaidAs laid = {};
};

/// What makes an exchange a greater one.
struct GreaterExchange {
  Move move;
  /// How the arms lie that came in all of it.
  LaidAs laid;
};

/// Two cards off the deck; off the discard pile what the deck lacks.
Draw drawUnseen(const State& state);

/// What may have been done next where the table differs so from what should lie there: all that leaves no trace, and
/// all that brings it nearer.
std::vector<PossibleMove> possibleMoves(const State& state, const Arrangement& arrangement,
                                        const infer::Difference& difference);

/// The table shows that more arms were exchanged than those of that exchange, done last, which a camera saw half done:
/// with others of the hand, or with those of an octopus. `before`: the game before it.
std::vector<GreaterExchange> greaterExchanges(const State& state, const Arrangement& arrangement,
                                              const infer::Difference& difference, const Move& exchange,
                                              const LaidAs& laid, const State& before);

}  // namespace octo::tracker::oct8
