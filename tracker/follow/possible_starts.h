#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tracker/follow/position.h"

namespace octo::tracker {

/// One way in which a game may have begun.
struct PossibleStart {
  /// Names who has the first turn, the options and the setup.
  GameHeader header;
  /// What speaks against it: minus the natural logarithm of a likelihood.
  double cost = 0;
};

/// How a game may have begun, as far as nobody told: who has the first turn, by which options it is played, and which
/// cards of the setup were misread. What is left open is combined, and the starts are followed side by side until the
/// table tells them apart.
class PossibleStarts {
 public:
  /// Where it is told that the header's `first` has the first turn, nobody else may.
  PossibleStarts(const GameHeader& header, bool firstTold) : firstTold_(firstTold), first_{header.first} {}

  bool firstTold() const { return firstTold_; }
  /// Somebody told who has the first turn.
  void tellFirst(int player);
  /// What is known of the game leaves only one.
  void allowOnly(int player) { first_ = {player}; }
  void allowAnybody(std::size_t players);
  /// That player's forearm was the first over the table: the others are less likely.
  void seeReaching(int player) { reachedFirst_ = player; }
  /// The setup of the header may be one of the others instead.
  void readSetUp(const Json& setUp, std::vector<PossibleSetUp> others);
  /// The setup is known again.
  void forgetSetUps() { setUps_.clear(); }

  /// All that is possible, the usual ways first: the header gives the rest. Does not end empty.
  const std::vector<PossibleStart>& combine(const GameHeader& header, std::span<const Way> ways);
  /// As combined last.
  const PossibleStart& at(std::size_t start) const { return starts_[start]; }
  /// The options that are found out by now: those in which nearly all likely starts agree, and those in which the
  /// likeliest is not the usual way. `chances`: how likely each start is, adding up to 1.
  Json optionsFound(std::size_t likeliest, std::span<const double> chances) const;

 private:
  bool firstTold_;
  /// Who may have the first turn.
  std::vector<int> first_;
  int reachedFirst_ = 0;
  /// As it was read first; empty where nobody doubts it.
  std::vector<Json> setUps_;
  std::vector<PossibleStart> starts_;
};

}  // namespace octo::tracker
