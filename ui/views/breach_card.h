#pragma once

#include <optional>
#include <vector>

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/move_words.h"
#include "ui/standing/words.h"
#include "ui/views/breach_watch.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// The breach that waits for an answer: its sentence, and buttons with a key each. Misread (M) asks what it was really;
/// it stands (S, a presenter's forward key) leaves it as it lies; taken back (B, a presenter's back key) says that it
/// was withdrawn; look again (L) reads once more what it rests on.
class BreachCard {
 public:
  struct Answer {
    Requests requests;
    /// It was misread: the event that is to be asked about.
    std::optional<int> misread;
    /// It needs no card any more.
    bool answered = false;
  };

  float height(const Theme& theme, float width, const GameSnapshot& game, const BreachWatch::Open& breach,
               const std::vector<SpokenEvent>& spoken, const Words& words) const;
  Answer draw(const Theme& theme, const Area& area, const GameSnapshot& game, const BreachWatch::Open& breach,
              const std::vector<SpokenEvent>& spoken, const Words& words);
};

}  // namespace octo::ui
