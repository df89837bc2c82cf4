#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tracker/follow/position.h"
#include "tracker/oct8/octopus.h"
#include "tracker/vocabulary/layout.h"

namespace octo::tracker::oct8 {

/// A card; from arm to arm of a column; the room of a head with eight arms (`table.md`). mm.
inline constexpr double kCardWide = 63, kCardDeep = 88, kArmStep = 22, kColumnDeep = kCardDeep + kWhole * kArmStep;
/// Columns beside each other on a field.
inline constexpr int kColumns = 5;

/// How far beyond its room's middle a column's head lies, seen by its owner; `room`: how deep that is. mm.
constexpr double headInColumn(double room) { return std::min(room, kColumnDeep) / 2 - kCardDeep / 2; }

/// One card that is seen: an arm or a head, the strip of it that shows or the whole.
struct SeenCard {
  static constexpr int kFaces = Arm::kFaces + static_cast<int>(kColours.size());
  static std::size_t indexOf(Arm arm) { return arm.index(); }
  static constexpr std::size_t indexOf(Colour head) { return Arm::kFaces + static_cast<std::size_t>(head); }

  /// The likeliest, by index, and how likely; nothing for a card that cannot be read at all.
  std::optional<std::size_t> best;
  double sure = 0;
  /// How sure it is that a card lies there at all.
  double presence = 1;
  /// How much of it can be seen, in tenths.
  double visible = 1;
  TablePoint at{};

  bool isHead() const { return best && *best >= static_cast<std::size_t>(Arm::kFaces); }
  /// Nothing for a head or a card that cannot be read.
  std::optional<Arm> arm() const;
};

/// A head and its arms, or what is seen of them.
struct SeenColumn {
  std::optional<SeenCard> head;
  std::vector<SeenCard> arms;
};

/// What a player has lying.
struct SeenSeat {
  std::vector<SeenColumn> field;
  /// The heads on top of squared up octopuses.
  std::vector<SeenCard> shipped;
  /// The actions that the chips show together; nothing where no chip is seen.
  std::optional<int> chips;
  /// Pieces among them that cannot be read: one action or two each.
  int chipsUnread = 0;
};

/// The table as octopuses, piles and chips (`table.md`).
struct OctopusesReading {
  std::array<std::optional<SeenColumn>, kSlots> shared;
  std::vector<SeenSeat> seats;
  std::optional<SeenCard> discard;
  bool headDeck = false, armDeck = false;
  /// Something lies over a place where pieces may lie: not all of them are seen.
  bool hidden = false;
};

/// Where Oct8 lies.
struct Oct8Places {
  struct Seat {
    Side side;
    TableRect field, shipped, chips, turn;
  };
  std::array<TableRect, kSlots> slots;
  TableRect heads, arms, discard;
  std::vector<Seat> seats;
};

/// Throws Malformed where the layout lacks a zone.
Oct8Places placesOf(const Layout& layout, int players);
OctopusesReading readOctopuses(const Observation& observation, const Oct8Places& places);

/// Followed with the engine of `tracker/infer/`. Throws Malformed where the layout lacks a zone.
std::unique_ptr<GameTable> makeTable(const GameHeader& header, const Layout& layout);

}  // namespace octo::tracker::oct8
