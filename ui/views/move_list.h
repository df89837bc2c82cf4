#pragma once

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// The moves of a game, newest at the end: who, what, and what is to be said of it. Stays at the end while a
/// live game grows, unless someone has scrolled away.
class MoveList {
 public:
  /// `steps`: a move can be clicked to see the game after it (a stored game).
  Requests draw(const Theme& theme, const Area& area, const GameSnapshot& game, bool steps);

 private:
  Requests drawRows(const Theme& theme, const GameSnapshot& game, bool steps);

  std::size_t shown_ = 0;
  int played_ = -1;
};

}  // namespace octo::ui
