#pragma once

#include <array>
#include <vector>

#include "tracker/octagone/act.h"
#include "tracker/vocabulary/layout.h"
#include "tracker/vocabulary/observation.h"

namespace octo::tracker::octagone {

/// At least this sure of a shield's face, a reading is clear: rules do not argue with it. Readers are right in more
/// than 19 of 20 cases from here on (the prior of a breach is about 1 in 30).
inline constexpr double kClear = 0.85;

/// What one box shows.
struct BoxReading {
  enum class Kind {
    Empty,    // surely nothing
    Unknown,  // hidden or too little to see: no evidence
    Unclear,  // a shield that cannot be read well enough to go by at once
    Shield,
    Lady,
  };
  Kind kind = Kind::Unknown;
  /// Of a shield (also an unclear one) and of the Lady, likeliest first.
  std::vector<ShieldReading> readings;
  /// How sure it is that this is what lies there, 0 to 1.
  double sureness = 0;

  const ShieldReading& best() const { return readings.front(); }
  bool clear() const { return kind == Kind::Shield && sureness >= kClear; }
};

/// Every box of the board, in the order of `boxes()`.
using BoardReading = std::array<BoxReading, kBoxes>;

BoardReading readBoard(const Observation& observation, const Grid& grid);

/// What the forearms say against each player having laid something there; empty where there were none. `before` are the
/// forearms of an earlier look, which may have missed the piece.
std::vector<Cost> forearmCosts(const std::vector<ForearmTrack>& forearms, const std::vector<ForearmTrack>& before,
                               TablePoint at, int players);

/// Two looks at the same thing: the mean of both. `weight` is the share of the first.
std::vector<ShieldReading> blended(const std::vector<ShieldReading>& first, const std::vector<ShieldReading>& second,
                                   double weight);

}  // namespace octo::tracker::octagone
