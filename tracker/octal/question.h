#pragma once

#include <vector>

#include "tracker/octal/card.h"

namespace octo::tracker::octal {

/// Which condition the next card must meet: the former top card's, or the one in force before.
enum class Points { Top, Below };

/// A dragon's question: what a pile of cards asks.
struct Question {
  /// The card on top. An `all` there leaves the question open.
  Card top;
  /// The card whose condition is in force; a number card.
  Card asking;

  bool open() const { return top.isAll(); }
  friend bool operator==(const Question&, const Question&) = default;
};

/// Whether the card answers the question. An open one takes any card, an `all` answers any; that one may not
/// lie on the other is told apart.
bool answers(const Question& question, Card card);

/// The values that answer it, rising; all of them where it is open. An `all` answers it besides, unless it is open.
std::vector<int> fittingValues(const Question& question);

/// The question after the card was laid on it one step further; exactly on it where it is open.
Question laidOn(const Question& question, Card card, Points points);

/// The question after the card was laid exactly on it: the condition in force stays.
Question stackedOn(const Question& question, Card card);

}  // namespace octo::tracker::octal
