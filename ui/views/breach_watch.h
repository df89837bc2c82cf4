#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "ui/snapshot.h"

namespace octo::ui {

/// Which breach of a live game waits for an answer of the people at the table: one that has just been told, also one
/// that is found out late, of a move long ago. Playing on is an answer, too.
class BreachWatch {
 public:
  struct Open {
    /// The event that is a breach.
    int n = 0;
    /// The event that showed it, where that is another one.
    std::optional<int> shownBy = {};
  };

  /// The game as it is now. True where a breach came up that was not known before. Those that a game already had when
  /// it was first looked at are known, but for its last move's.
  bool look(const GameSnapshot& game);
  /// The latest that waits; nothing where there is none.
  const std::optional<Open>& open() const { return open_; }
  /// The people have answered it.
  void answer();

 private:
  struct Known {
    /// How many events the game had when it came up.
    std::size_t events = 0;
    bool answered = false;
  };

  std::optional<std::int64_t> game_;
  /// By number, rule and event, so that a move that turns out another one is a breach anew.
  std::map<std::string, Known> known_;
  std::optional<Open> open_;
  std::string openKey_;
};

/// The breach whose place is marked: the one that waits, otherwise that of the last move played; null where that is
/// none.
const TrackedEvent* markedBreach(const GameSnapshot& game, const std::optional<BreachWatch::Open>& open);

/// Where on the table the event's piece lies; nothing where it left none, or it cannot be told. `seen`: the latest
/// reading, for a piece that the game does not count; null where there is none.
std::optional<TablePoint> placeOf(const TrackedEvent& event, const GameSnapshot& game, const vision::View* seen);

}  // namespace octo::ui
