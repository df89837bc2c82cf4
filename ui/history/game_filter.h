#pragma once

#include <optional>
#include <string>
#include <vector>

#include "db/store.h"

namespace octo::ui {

/// Which of the stored games somebody looks for, and in which order.
struct GameFilter {
  enum class Order { Started, Game, Players, Moves, Breaches };

  /// Words that all stand in the players' names or the notes; capital letters count like small ones.
  std::string text;
  std::optional<GameId> game;
  /// ISO 8601, UTC, or the beginning of such a time: "2026-11". From the one and up to the end of the other; empty for
  /// any.
  std::string since;
  std::string until;
  /// Only games with a breach.
  bool breaches = false;
  Order order = Order::Started;
  /// The newest, most, or the alphabet's last first.
  bool descending = true;
};

/// The games that fit, in the filter's order; those that are equal in it with the newest first.
std::vector<db::GameSummary> filtered(const std::vector<db::GameSummary>& games, const GameFilter& filter);

/// The text with small letters, of the Latin, Greek and Cyrillic alphabets.
std::string folded(const std::string& text);

/// The players' names with commas between them.
std::string playerNames(const GameHeader& header);

}  // namespace octo::ui
