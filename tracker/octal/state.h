#pragma once

#include <array>
#include <optional>
#include <vector>

#include "tracker/octal/card.h"
#include "tracker/octal/question.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::octal {

inline constexpr int kDealt = 4;
inline constexpr int kFullHand = 5;
inline constexpr int kFewestInOverride = 2, kMostInOverride = 4;
inline constexpr int kMostInTwin = 5;
/// Three may finish where so many play.
inline constexpr int kOnPodium = 3, kFewestForPodium = 5;
/// The deck is refilled as soon as a card drawn leaves so many in it.
inline constexpr int kRefilledAt = 1;

/// Twin is played on two questions, single on one.
enum class Mode { Twin, Single };

struct Options {
  Mode mode = Mode::Twin;
  /// How many finish before the game is over: 1 or 3.
  int podium = 1;
  friend bool operator==(const Options&, const Options&) = default;
};

struct Seat {
  int hand = kDealt;
  /// Passes since a card was last laid by anybody.
  int passes = 0;
  /// The question that the player laid a card on last.
  std::optional<int> laidOn;
  friend bool operator==(const Seat&, const Seat&) = default;
};

struct State {
  Options options;
  int turn = 0;
  /// Hands and deck are known: not after the game was taken up from what lay on the table. Their counts are then 0.
  bool counted = true;
  std::vector<Seat> seats;
  std::vector<Question> questions;
  /// Cards laid in the questions since the deck was last refilled, by `Card::index()`.
  std::array<int, Card::kFaces> laid{};
  int deck = 0;
  int discards = 0;
  /// The last thing that happened to the deck is that it was refilled by itself.
  bool refilled = false;
  /// Cards laid that no hand can have held: breaches that stood. Until the deck is refilled they count twice.
  int strays = 0;
  /// Who laid a card last.
  std::optional<int> lastToLay;
  /// Who has gone out, in that order, up to the end of the game.
  std::vector<int> finished;

  bool over() const { return static_cast<int>(finished.size()) >= options.podium; }
  const Seat& seat(int player) const { return seats[static_cast<std::size_t>(player)]; }
  Seat& seat(int player) { return seats[static_cast<std::size_t>(player)]; }
  const Question& question(int number) const { return questions[static_cast<std::size_t>(number)]; }
  Question& question(int number) { return questions[static_cast<std::size_t>(number)]; }
  int& laidOf(Card card) { return laid[static_cast<std::size_t>(card.index())]; }
  int laidOf(Card card) const { return laid[static_cast<std::size_t>(card.index())]; }
  friend bool operator==(const State&, const State&) = default;
};

/// The state before the first move. Throws Malformed where the header does not fit The OCTAL.
State startState(const GameHeader& header);

/// How many questions that game has. Throws Malformed where its mode is none.
int questionsIn(const GameHeader& header);

/// Who is to move; nobody once the game is over.
std::optional<int> toMove(const State& state);
/// Has not gone out.
bool inPlay(const State& state, int player);
/// The next player clockwise who has not gone out.
int nextInPlay(const State& state, int player);
/// What the deck holds while all cards are in it but those in hand and the two in use of each question.
int cardsInDeck(const State& state);
/// Everyone in play has passed at least twice since a card was last laid.
bool twoRoundsPassed(const State& state);

}  // namespace octo::tracker::octal
