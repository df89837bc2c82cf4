#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "tracker/oct8/arm.h"

namespace octo::tracker::oct8 {

/// An octopus is whole at so many arms.
inline constexpr int kWhole = 8;

struct Octopus {
  Colour head;
  Arms arms;

  bool allArmsMatch() const { return arms.cardsOf(head) == arms.cards(); }
  /// A turn draw goes to a head of another colour, and not above 8 arms (`oct8.turn-draw-colour`, `oct8.eight`).
  bool takesTurnDraw(Arm card) const { return head != card.colour() && arms.sum() + card.arms() <= kWhole; }
  friend bool operator==(const Octopus&, const Octopus&) = default;
};

/// One of the three places for shared heads, from 0; "s1" is 0.
struct Slot {
  int index;
  friend bool operator==(const Slot&, const Slot&) = default;
};
inline constexpr int kSlots = 3;

std::optional<Slot> parseSlot(std::string_view text);
std::string name(Slot slot);

/// The k-th octopus that a player took, from 0; "p0.1" is player 0 and k 0. It keeps that name when shipped.
struct TakenName {
  int player;
  int k;
  friend bool operator==(const TakenName&, const TakenName&) = default;
};

/// Whether or not there is such an octopus.
using OctopusName = std::variant<Slot, TakenName>;

/// "s2", "p0.1" for a game with so many players; nothing if the text is no such name. A `k` beyond any game is read
/// as some octopus that was never made.
std::optional<OctopusName> parseOctopus(std::string_view text, int players);
std::string name(const OctopusName& octopus);

}  // namespace octo::tracker::oct8
