#pragma once

#include "ui/request.h"
#include "ui/standing/score_sheet.h"
#include "ui/standing/words.h"
#include "ui/window/piece_art.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// Which sheet it is: of the game as it was followed, or of the table as it is seen; the other one can be asked for
/// where there is one.
struct SheetKind {
  bool seen = false;
  bool hasOther = false;
};

/// The score sheet over the window, until it is closed, by the button or Escape.
Requests drawScoreSheet(const Theme& theme, ImVec2 window, const ScoreSheet& sheet, SheetKind kind, GameId game,
                        PieceArt& art, const Words& words);

}  // namespace octo::ui
