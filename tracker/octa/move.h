#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "tracker/octa/pot.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::octa {

// The moves in the order of a turn's steps; what they mean is told at the head of `judge.cpp`.

struct Draw {};

struct TurnAction {
  Card card;
  /// 0 or 1.
  int onto;
};

struct Jack {
  int run;
  Card card;
};

struct Queen {
  /// Two places of the pot, and the cards that fill them in the order of the places.
  std::vector<int> take;
  std::vector<Card> fill;
};

struct KingFromStock {};

struct KingFromDiscard {
  /// Two.
  std::vector<Card> cards;
};

struct Meld {
  std::vector<Card> cards;
  bool token;
};

struct TakeLine {
  Line line;
  std::vector<Card> fill;
};

struct TakeRun {
  std::vector<Card> fill;
  /// The places of the pot that are taken, as they were listed; absent: those under the token.
  std::optional<std::vector<int>> take = std::nullopt;
};

struct Swap {
  int place;
  Card give;
  /// The places of the run that the token goes on, as they were listed.
  std::optional<std::vector<int>> claim;
};

struct Extend {
  int run;
  std::vector<Card> cards;
};

struct Replace {
  int run;
  Card card;
};

/// A card on the discard pile: its face if it was seen.
using Discarded = std::optional<Card>;

struct Discard {
  /// The last is on top.
  std::vector<Discarded> cards;
};

struct EndTurn {};

/// The discard pile and the runs of three become the stock.
struct Restock {};

/// The action cards that were turned become the action stack.
struct ReshuffleActions {};

/// People say that the game goes on from what lies on the table, however it came about.
struct TakePosition {
  /// Of a token: on the k-th run of its player, from 0; or on these places of the pot; else it is in the middle.
  struct Token {
    std::optional<std::size_t> run;
    std::vector<int> pot;
  };
  /// From place 1 on; absent is a gap.
  std::vector<std::optional<Card>> pot;
  /// Of each player, as the cards lie; absent is a face-down one.
  std::vector<std::vector<std::vector<std::optional<Card>>>> runs;
  std::vector<Token> tokens;
  std::vector<Card> actions;
  /// As far as it is seen, from the bottom up; empty where no card lies there.
  std::vector<Discarded> discard;
  int turn;
};

using Move = std::variant<Draw, TurnAction, Jack, Queen, KingFromStock, KingFromDiscard, Meld, TakeLine, TakeRun, Swap,
                          Extend, Replace, Discard, EndTurn, Restock, ReshuffleActions, TakePosition>;

/// It is done by whoever is in turn, and a record names nobody.
bool isNobodys(const Move& move);

/// Throws Malformed.
Move parseMove(const Event& event, const GameHeader& header);

/// As a record lists them.
Json namesOf(const std::vector<Card>& cards);
Json namesOf(const std::vector<Discarded>& cards);

/// The event that is parsed as this move: the way back.
Event eventOf(std::optional<int> player, const Move& move);

}  // namespace octo::tracker::octa
