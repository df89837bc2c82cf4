#pragma once

#include "ui/snapshot.h"

namespace octo::ui {

/// Notices the end of the game that is followed, so that the score sheet comes up by itself: once for each end, also
/// where the end was undone in between, and not for a game that was over when it was first seen.
class EndWatch {
 public:
  /// `asks`: the people are still asked something. True at the first look at an end at which they are not.
  bool look(const GameSnapshot& game, bool asks) {
    // A game gets its number with its first move.
    if (game.id != game_ && game_ != 0) waits_ = false;
    game_ = game.id;
    if (!game.result.over) {
      waits_ = true;
      return false;
    }
    if (asks || !waits_) return false;
    waits_ = false;
    return true;
  }

 private:
  /// A game was seen going on, and its end has not been shown.
  bool waits_ = false;
  std::int64_t game_ = 0;
};

}  // namespace octo::ui
