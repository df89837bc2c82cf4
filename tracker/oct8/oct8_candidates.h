#pragma once

#include <optional>
#include <utility>
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

/// What of a move that nobody can name yet may have been done, if not before: arms that are exchanged; or, of an
/// octopus that is about to be whole, that it was carried off, near a place of its taker's field, the chip for it, and
/// cards.
struct UnderWay {
  Exchanging exchanging = {};
  std::optional<std::pair<Slot, TablePoint>> carried = std::nullopt;
  std::optional<TablePoint> chip = std::nullopt;
  std::optional<std::pair<Slot, LaidAs>> laid = std::nullopt;
};
std::vector<UnderWay> movesUnderWay(const State& state, const Arrangement& arrangement,
                                    const infer::Difference& difference);

/// The moves that it may turn out to be where some was done before, as the arrangement shows beside the state.
std::vector<PossibleMove> movesBegun(const State& state, const Arrangement& arrangement,
                                     const infer::Difference& difference);

}  // namespace octo::tracker::oct8
