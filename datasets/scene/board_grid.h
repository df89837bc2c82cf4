#pragma once

#include <optional>

#include "tracker/vocabulary/game_id.h"
#include "tracker/vocabulary/layout.h"

namespace octo::datasets {

/// The boxes of a game's board, as `seeds/<game>/layout.toml` says; nothing for a game without boxes.
std::optional<Grid> boardGrid(GameId game);

}  // namespace octo::datasets
