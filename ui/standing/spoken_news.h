#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "ui/snapshot.h"
#include "ui/standing/move_words.h"

namespace octo::ui {

/// What of a game that is followed is said aloud: only what changed since it was looked at last. Whose turn it is, why
/// something is a breach, what a move turned out to be, and how the game ended.
class SpokenNews {
 public:
  /// The game as it is now, and the words of its events in that language. Empty where nothing changed that is said.
  std::string look(const GameSnapshot& game, const std::vector<SpokenEvent>& spoken, const std::string& language);

 private:
  std::int64_t game_ = 0;
  bool seen_ = false, over_ = false;
  std::vector<TrackedEvent> events_;
  std::optional<int> turn_;
};

}  // namespace octo::ui
