#pragma once

#include <array>
#include <optional>
#include <variant>
#include <vector>

#include "tracker/oct8/octopus.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::oct8 {

/// The card off the arm deck that begins a turn, to a shared octopus or to the hand (`to` absent). Only a card that
/// goes to the hand may be unread.
struct TurnDraw {
  std::optional<Arm> card;
  std::optional<Slot> to;
  friend bool operator==(const TurnDraw&, const TurnDraw&) = default;
};

/// Action ①: so many cards off the arm deck and off the discard pile into the hand.
struct Draw {
  int deck;
  int discard;
  int cards() const { return deck + discard; }
  friend bool operator==(const Draw&, const Draw&) = default;
};

/// Action ②: cards from the hand to a shared octopus.
struct Attach {
  Arms cards;
  Slot to;
  friend bool operator==(const Attach&, const Attach&) = default;
};

/// Action ③: cards from the hand for one arm card of an octopus.
struct SwapHand {
  OctopusName octopus;
  Arms give;
  Arm take;
  friend bool operator==(const SwapHand&, const SwapHand&) = default;
};

/// Action ④: arm cards of an octopus for those of another. `taken` leave a, `given` leave b.
struct Swap {
  OctopusName a;
  Arms taken;
  OctopusName b;
  Arms given;
  friend bool operator==(const Swap&, const Swap&) = default;
};

/// No action is possible.
struct Pass {
  friend bool operator==(const Pass&, const Pass&) = default;
};

/// A baby octopus for one more action.
struct Chip {
  friend bool operator==(const Chip&, const Chip&) = default;
};

struct Ship {
  OctopusName octopus;
  friend bool operator==(const Ship&, const Ship&) = default;
};

/// Cards from the hand to the discard pile, in this order; absent are the unread ones.
struct Discard {
  std::vector<std::optional<Arm>> cards;
  friend bool operator==(const Discard&, const Discard&) = default;
};

struct Refill {
  Slot slot;
  Colour head;
  friend bool operator==(const Refill&, const Refill&) = default;
};

struct EndTurn {
  friend bool operator==(const EndTurn&, const EndTurn&) = default;
};

/// The player tells their octopus colour.
struct Reveal {
  Colour colour;
  friend bool operator==(const Reveal&, const Reveal&) = default;
};

/// People say that the game goes on from what lies on the table, however it came about.
struct TakePosition {
  /// One that was shipped may cover its arms.
  struct Shipped {
    Colour head;
    std::optional<Arms> arms;
    friend bool operator==(const Shipped&, const Shipped&) = default;
  };
  std::array<std::optional<Octopus>, kSlots> shared;
  /// Of each player.
  std::vector<std::vector<Octopus>> fields;
  std::vector<std::vector<Shipped>> shipped;
  std::vector<int> chips;
  /// As far as it is seen, from the bottom up; empty where no card lies there.
  std::vector<std::optional<Arm>> discard;
  int turn;
  friend bool operator==(const TakePosition&, const TakePosition&) = default;
};

using Move = std::variant<TurnDraw, Draw, Attach, SwapHand, Swap, Pass, Chip, Ship, Discard, Refill, EndTurn, Reveal,
                          TakePosition>;

/// Throws Malformed.
Move parseMove(const Event& event, const GameHeader& header);

/// The event that is parsed as the move; cards of a list by colour and number, of a draw those off the deck first.
Event eventOf(std::optional<int> player, const Move& move);

}  // namespace octo::tracker::oct8
