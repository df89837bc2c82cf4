#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "tracker/infer/situation.h"
#include "tracker/octa/octa_arrangement.h"
#include "tracker/octa/state.h"

namespace octo::tracker::octa {

/// What whoever is in turn may have done, how the table shows it was laid, and of a king off the discard pile the cards
/// that nobody saw.
struct PossibleMove {
  Move move;
  LaidAs laid = {};
  std::vector<Card> guessed = {};
  /// How likely it is so, besides what the move itself says.
  double factor = 1;
};

/// What was laid or taken, and is no whole move yet.
struct PossibleBeginning {
  /// What it is of, as fields of an event.
  Json what;
  infer::PieceChange done;
  /// How likely just those cards are laid just there.
  double share = 1;
};

struct Possible {
  std::vector<PossibleMove> moves;
  std::vector<PossibleBeginning> beginnings;
};

/// What may have been done next where the table differs so from what should lie there: all that leaves no trace, and
/// all that brings it nearer. `discarded`: cards that the same player has laid on the discard pile just before, from
/// the first on. `putsBack`: cards were just taken out of the pot against the rules, and may be put back.
Possible possibleMoves(const State& state, const OctaArrangement& arrangement, const infer::Difference& difference,
                       const OctaArrangement::Pieces& discarded = {}, bool putsBack = false);

/// The place of the pot on which the player's token was laid, and where it lies.
std::optional<std::pair<int, TablePoint>> tokenOnPot(const OctaArrangement& arrangement,
                                                     const infer::Difference& difference, int player);

/// Whether the token of whose run it is may have been laid on it.
bool mayBearToken(const OctaArrangement& arrangement, const infer::Difference& difference, int run);

}  // namespace octo::tracker::octa
