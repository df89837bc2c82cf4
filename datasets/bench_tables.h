#pragma once

#include <cstdint>

#include "tracker/vocabulary/game_id.h"

namespace octo::datasets {

/// What reading a live table of a card game costs at each rest, 1920 × 1080, one core: all of it, one piece laid or
/// taken (on all cores, too), nothing changed. One JSON line each.
void benchTable(GameId game, int times, std::uint64_t seed);

}  // namespace octo::datasets
