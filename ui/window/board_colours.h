#pragma once

#include <imgui.h>

#include <vector>

#include "tracker/vocabulary/game_id.h"

namespace octo::ui {

/// The colours of a board's rows from the top, as the print edition has them; empty for a game without such a
/// board.
const std::vector<ImVec4>& rowColours(GameId game);

}  // namespace octo::ui
