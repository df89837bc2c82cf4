#pragma once

#include <vector>

#include "datasets/scene/habits.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/random.h"
#include "tracker/record/record_io.h"

namespace octo::datasets {

/// A game's lines with what people do that is no part of an event: they reach for something and draw back, lay a piece
/// badly and set it straight or lift and lay it again later, square a pile or push a column together (in Octagone:
/// straighten some shields), and lay the turn marker before whoever is in turn. What lies where stays the same by the
/// rules of the game. Nothing of it follows an event that is still to be undone.
std::vector<LayoutLine> withAsides(std::vector<LayoutLine> lines, const tracker::Record& record, const Habits& people,
                                   Random random);

}  // namespace octo::datasets
