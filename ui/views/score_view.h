#pragma once

#include "ui/standing/standing.h"
#include "ui/window/piece_art.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// The players, each with the figure that decides the game and what it is made of; what the table has left, counted;
/// and how the game ended. What does not fit is scrolled to.
class ScoreView {
 public:
  explicit ScoreView(PieceArt& art) : art_(art) {}

  /// Pixels that it takes to show all of it in that width.
  float height(const Theme& theme, const Standing& standing, float width) const;
  void draw(const Theme& theme, const Area& area, const Standing& standing, GameId game) const;

 private:
  PieceArt& art_;
};

}  // namespace octo::ui
