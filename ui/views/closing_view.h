#pragma once

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"
#include "ui/window/piece_art.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// The last step of Oct8: asks a player for the octopus colour, one click or number key. Nobody is named a winner
/// before all have been asked.
class ClosingView {
 public:
  explicit ClosingView(PieceArt& art) : art_(art) {}

  Requests draw(const Theme& theme, const Area& area, const GameSnapshot& game, int player, const Words& words);

 private:
  PieceArt& art_;
};

}  // namespace octo::ui
