#pragma once

#include "ui/snapshot.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// The players with their hands and scores, whose turn it is, and how the game ended.
void drawScore(const Theme& theme, const Area& area, const GameSnapshot& game);

}  // namespace octo::ui
