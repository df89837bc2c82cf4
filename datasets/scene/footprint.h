#pragma once

#include <array>

#include "datasets/scene/layout_line.h"
#include "vision/edition/edition.h"

namespace octo::datasets {

/// The room that a lying piece takes, as a rectangle: corners on the table, clockwise from the one that is top left
/// when the piece is upright.
struct Footprint {
  std::array<TablePoint, 4> corners;

  bool contains(TablePoint point) const;
  /// `across` and `down` from 0 to 1: (0, 0) is the first corner, (1, 1) the third.
  TablePoint at(double across, double down) const;
};

/// Throws std::out_of_range for a face that the edition does not have.
Footprint footprintOf(const ScenePiece& piece, const vision::Edition& edition);

/// By more than `least` mm.
bool overlap(const Footprint& a, const Footprint& b, double least = 0);

}  // namespace octo::datasets
