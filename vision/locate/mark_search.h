#pragma once

#include <array>
#include <vector>

#include "vision/geometry/geometry.h"

namespace octo::vision {

/// A marker that a search for the table found in the picture.
struct SeenMark {
  int id;
  std::array<ImagePoint, 4> corners;
  /// It tells where this game's table lies; otherwise it belongs to another board or mat.
  bool ours;
};

/// What the latest search for the table saw, while the table is not found.
struct MarkSearch {
  std::vector<SeenMark> seen;
  /// Where the marks lie on the table that would tell where it is and were not seen, mm.
  std::vector<TablePoint> missing;
};

}  // namespace octo::vision
