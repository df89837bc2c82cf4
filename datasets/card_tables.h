#pragma once

#include <cstdint>
#include <vector>

#include "datasets/scene/habits.h"
#include "datasets/scene/layout_line.h"
#include "tracker/vocabulary/game_id.h"
#include "vision/edition/edition.h"

namespace octo::datasets {

/// A table of a card game at some moment of chance: its mat, and in the zones of its layout piles, columns,
/// rows and single cards as `table.md` lays them, 3 mm and 4° inexactly. Not a game that could have been
/// played: every face comes up alike. The mat comes first. Throws std::out_of_range where the game is not
/// played by so many. With `people`, as neatly as they do: an owner what lies in that player's zones, anybody the rest.
/// Faces are those of that edition, the print edition where none is given.
std::vector<ScenePiece> randomCards(GameId game, int players, std::uint64_t seed, const Habits* people = nullptr,
                                    const vision::Edition* edition = nullptr);

}  // namespace octo::datasets
