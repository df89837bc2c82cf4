#pragma once

#include <memory>

#include "vision/read/reader.h"

namespace octo::vision {

/// Reads a table of our own cards rest by rest: what changed since the last is searched for rows of dots, seen from
/// above; the rest is remembered. `players`: whose mat it is, 0 for that of the fewest. Throws std::out_of_range for a
/// game without such cards.
std::unique_ptr<GameReader> makeCodedTableReader(GameId game, int players);

}  // namespace octo::vision
