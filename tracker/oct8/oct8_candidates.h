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

/// Two cards off the deck; off the discard pile what the deck lacks.
Draw drawUnseen(const State& state);

/// What may have been done next where the table differs so from what should lie there: all that leaves no trace, and
/// all that brings it nearer.
std::vector<PossibleMove> possibleMoves(const State& state, const Arrangement& arrangement,
                                        const infer::Difference& difference);

/// What of an exchange that nobody can name yet may have been done, if not before.
std::vector<Exchanging> exchangesUnderWay(const State& state, const Arrangement& arrangement,
                                          const infer::Difference& difference);

/// The exchanges that may be done now where some of it was before, as the arrangement shows beside the state.
std::vector<PossibleMove> exchangesDone(const State& state, const Arrangement& arrangement,
                                        const infer::Difference& difference);

}  // namespace octo::tracker::oct8
