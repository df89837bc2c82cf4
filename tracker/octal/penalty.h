#pragma once

#include <optional>

namespace octo::tracker::octal {

/// What is paid with cards of the deck.
enum class Penalty {
  AllLast,  // the last card was an `all`
  Octo,     // one card left and "Octo" not called
};

/// How many cards are drawn.
int cardsDrawn(Penalty penalty);

/// What is left of a hand; counts never fall below 0.
int handAfter(int hand, int cardsLaid);

/// The penalty for laying so many cards out of a hand, the last of them an `all` or not.
std::optional<Penalty> penaltyFor(int hand, int cardsLaid, bool lastIsAll, bool octo);

}  // namespace octo::tracker::octal
