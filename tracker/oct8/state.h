#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tracker/oct8/octopus.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::oct8 {

/// So many cards are drawn; what a hand and a field hold above their limits goes when the turn ends (`rules.md`).
inline constexpr int kDrawn = 2, kHandLimit = 8, kFieldLimit = 3;

/// Which shipped octopuses of a player count double.
enum class Bonus { Colour, AllArms, Faq };

struct Options {
  Bonus bonus = Bonus::Colour;
  bool shortGame = false;
  friend bool operator==(const Options&, const Options&) = default;
};

struct TakenOctopus {
  Octopus octopus;
  bool shipped = false;
  /// Of one that lay covered when the game was taken up nobody knows the arms; it has none then.
  bool armsKnown = true;
  friend bool operator==(const TakenOctopus&, const TakenOctopus&) = default;
};

/// What a player has.
struct Seat {
  int hand = 6;
  int chips = 0;
  /// The octopus colour, where it was told.
  std::optional<Colour> colour;
  /// In the order taken, on the field and shipped.
  std::vector<TakenOctopus> taken;

  int onField() const;
  friend bool operator==(const Seat&, const Seat&) = default;
};

/// The turn in progress.
struct Turn {
  int player = 0;
  /// Whether the arm deck held a card when the turn began: then there is a turn draw.
  bool deckHeld = true;
  bool drawn = false;
  bool acted = false;
  int actions = 1;
  /// The first ship, discard or refill ends the acting.
  bool ending = false;

  bool drawIsDue() const { return deckHeld && !drawn; }
  bool isWhole() const { return !drawIsDue() && actions == 0; }
  friend bool operator==(const Turn&, const Turn&) = default;
};

/// Faces that lie open: shared octopuses, fields, shipped ones and the discard pile.
struct OpenFaces {
  std::array<int, Arm::kFaces> arms{};
  std::array<int, kColours.size()> heads{};
  friend bool operator==(const OpenFaces&, const OpenFaces&) = default;
};

struct State {
  Options options;
  /// Hands and decks are known: not after the game was taken up from what lay on the table. Hands are then 0, the decks
  /// the most that they can hold, and an unread card alone in the discard pile stands for whatever lies there.
  bool counted = true;
  std::vector<Seat> seats;
  std::array<std::optional<Octopus>, kSlots> shared;
  int headDeck = 0;
  int armDeck = 0;
  /// From the bottom up; absent are the unread ones.
  std::vector<std::optional<Arm>> discard;
  OpenFaces open;
  Turn turn;
  /// Once a deck has run out: the turns until the game is over, with the one in progress.
  std::optional<int> turnsLeft;

  bool over() const { return turnsLeft == 0; }
  int players() const { return static_cast<int>(seats.size()); }
  Seat& seat(int player) { return seats[static_cast<std::size_t>(player)]; }
  const Seat& seat(int player) const { return seats[static_cast<std::size_t>(player)]; }
  std::optional<Octopus>& in(Slot slot) { return shared[static_cast<std::size_t>(slot.index)]; }
  const std::optional<Octopus>& in(Slot slot) const { return shared[static_cast<std::size_t>(slot.index)]; }
  friend bool operator==(const State&, const State&) = default;
};

/// The state before the first move. Throws Malformed where the header does not fit Oct8.
State startState(const GameHeader& header);

/// The octopus of that name, or nullptr: an empty slot, or one that was never made.
const Octopus* find(const State& state, const OctopusName& octopus);
Octopus* find(State& state, const OctopusName& octopus);
/// The same for one that a player took.
const TakenOctopus* findTaken(const State& state, const OctopusName& octopus);
TakenOctopus* findTaken(State& state, const OctopusName& octopus);

/// Heads of a colour in this game: 10, short 8.
int headsOfAColour(const State& state);
int allHeads(const State& state);

/// Nobody knows what lies in the discard pile, nor how much.
bool discardsUnknown(const State& state);
/// So many cards the player can have in hand at most.
int mostInHand(const State& state, int player);

/// A slot whose octopus takes the card in a turn draw.
std::optional<Slot> slotForTurnDraw(const State& state, Arm card);

/// Some shared octopus takes every arm card of which a copy may still be hidden: more copies are in the edition than
/// lie open. Then no turn draw goes to the hand, whatever card it was.
bool everyHiddenCardFits(const State& state);

}  // namespace octo::tracker::oct8
