#pragma once

#include <variant>
#include <vector>

#include "tracker/octal/card.h"
#include "tracker/octal/question.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::octal {

/// A card is laid on a question.
struct Play {
  Card card;
  int on;
  Points points;
  /// "Octo" was called before the next player laid a card.
  bool octo;
};

/// A card is drawn instead.
struct Pass {};

/// Several cards are laid on one question, in that order.
struct Override {
  std::vector<Card> cards;
  int on;
  bool octo;
};

/// After two rounds of passes: who laid the last card lays another one exactly on it, out of turn.
struct Stack {
  Card card;
  bool octo;
};

/// The table says that the discards and what is covered in the questions have gone under the deck. Nobody's move.
struct Reshuffle {};

/// People say that the game goes on from what lies on the table, however it came about.
struct TakePosition {
  /// Of each question the cards that lie there, from the lowest to the top one; the second from the top is a number
  /// card, whose condition is in force.
  std::vector<std::vector<Card>> questions;
  /// Who is in turn.
  int turn;
};

using Move = std::variant<Play, Pass, Override, Stack, Reshuffle, TakePosition>;

/// Throws Malformed.
Move parseMove(const Event& event, const GameHeader& header);
/// The event that `parseMove` makes that move of.
Event toEvent(std::optional<int> player, const Move& move);

}  // namespace octo::tracker::octal
