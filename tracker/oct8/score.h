#pragma once

#include "tracker/oct8/state.h"

namespace octo::tracker::oct8 {

/// How an octopus scores.
struct OctopusScore {
  /// Its arm cards of the head's colour, a point each.
  int scoring = 0;
  /// They count double.
  bool bonus = false;

  int points() const { return bonus ? 2 * scoring : scoring; }
};

/// Of one octopus of a player whose octopus colour is `colour` (absent where it was not told: no bonus for it).
OctopusScore scoreOf(const TakenOctopus& taken, std::optional<Colour> colour, Bonus bonus);
int points(const TakenOctopus& taken, std::optional<Colour> colour, Bonus bonus);

/// What players are ranked by, in this order.
struct Rank {
  int points = 0;
  /// Octopuses made, on the field and shipped.
  int made = 0;
  /// Arm cards that score.
  int scoringArms = 0;
  friend auto operator<=>(const Rank&, const Rank&) = default;
};

Rank rankOf(const Seat& seat, Bonus bonus);

/// Who wins as the state is, as far as octopus colours that nobody has told may change it.
struct Prospects {
  /// Players who win with some colours, in order.
  std::vector<int> mayWin;
  /// The same players win whatever the colours are.
  bool settled = true;
};

/// Looks at every colour that the untold ones may have.
Prospects prospectsOf(const State& state);

/// Scores as they are now; winners once the game is over.
Result resultOf(const State& state);

}  // namespace octo::tracker::oct8
