#pragma once

#include <vector>

#include "tracker/oct8/oct8_compare.h"

namespace octo::tracker::oct8 {

/// The table as `table.md` lays it, in the order in which the pieces lie on each other. Octopuses lie where they were
/// seen; a card that nobody knows is `?`.
std::vector<LyingPiece> lyingPieces(const ExpectedLayout& known, const Oct8Places& places);

}  // namespace octo::tracker::oct8
