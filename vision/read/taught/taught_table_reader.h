#pragma once

#include <memory>

#include "vision/edition/taught_edition.h"
#include "vision/read/reader.h"

namespace octo::vision {

/// Reads a table of a taught edition's cards rest by rest: what has changed since the last is read, the rest is
/// remembered. Chips and tokens are the edition's if it has any, else our own; the mat and the turn marker are ours.
/// `players`: whose mat it is, 0 for that of the fewest. Throws std::out_of_range for an edition without cards.
std::unique_ptr<GameReader> makeTaughtTableReader(std::shared_ptr<const TaughtEdition> edition, int players);

}  // namespace octo::vision
