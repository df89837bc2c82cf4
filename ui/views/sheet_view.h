#pragma once

#include "ui/standing/score_sheet.h"
#include "ui/standing/words.h"
#include "ui/window/piece_art.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// The score sheet over the window, until it is closed, by the button or Escape; true once it is.
bool drawScoreSheet(const Theme& theme, ImVec2 window, const ScoreSheet& sheet, GameId game, PieceArt& art,
                    const Words& words);

}  // namespace octo::ui
