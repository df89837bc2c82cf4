#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "tracker/octagone/board.h"
#include "tracker/octagone/move.h"

namespace octo::tracker::octagone {

/// One way to read a shield, and how likely it is.
struct ShieldReading {
  Shield shield;
  Facing facing;
  double probability;
  friend bool operator==(const ShieldReading&, const ShieldReading&) = default;
};

/// A cost is minus the natural logarithm of a probability: costs of independent things add up.
using Cost = double;
inline constexpr Cost kImpossible = std::numeric_limits<double>::infinity();

/// Something that was done on the table and seen: the raw material of events. Events are concluded from acts and may
/// change when later acts throw another light on them; acts change only with what is seen or said.
struct Act {
  enum class Kind {
    Lady,      // the White Lady laid at the start
    Shield,    // a shield laid
    Skip,      // told by an earlier record; otherwise skips are concluded
    LadyBack,  // the White Lady laid back: the game is declared over
    Turn,      // a person said whose turn it is: `player`
    Position,  // a person said that the game goes on from what lies there: `position`
    Marker,    // the turn marker seen before `player`: that one is in turn now
  };
  Kind kind;
  /// Stays the same while the act is known.
  int id;
  /// Acts of one batch were first seen together; their order is open.
  int batch;
  std::optional<Cell> at;
  /// Likeliest first. The White Lady has readings for her facing; their shield means nothing.
  std::vector<ShieldReading> readings;
  /// What the hands say against each player having done it; empty where they say nothing.
  std::vector<Cost> byPlayer;
  /// A person or an earlier record said who it was; before whom the turn marker lies.
  std::optional<int> player;
  /// A person said that these players did not skip just before it.
  std::vector<int> didNotSkip = {};
  /// What speaks against its lying there still, and against its having been taken back.
  Cost lies = 0;
  Cost takenBack = kImpossible;
  /// A person or an earlier record said what it shows: the camera does not talk against it.
  bool told = false;
  /// A person said that it stands although it is a breach.
  bool stands = false;
  /// Of a position.
  std::shared_ptr<const TakePosition> position = nullptr;
  double time = 0;
  std::int64_t frame = 0;

  friend bool operator==(const Act&, const Act&) = default;
};

}  // namespace octo::tracker::octagone
