#pragma once

#include <algorithm>
#include <cmath>
#include <compare>

namespace octo {

/// A point on the table: millimetres from the play area's centre, x to the right and y away from player 0, as player
/// 0 sees it.
struct TablePoint {
  double x;
  double y;
  friend bool operator==(const TablePoint&, const TablePoint&) = default;
};

/// Millimetres between two points.
inline double distance(TablePoint a, TablePoint b) {
  const double x = a.x - b.x, y = a.y - b.y;
  return std::sqrt(x * x + y * y);
}

/// Where a piece lies: its centre, and degrees clockwise from upright as player 0 sees it, in (-180, 180].
struct TablePose {
  TablePoint at;
  double angle;
  friend bool operator==(const TablePose&, const TablePose&) = default;
};

/// An axis-parallel rectangle on the table, mm; x0 < x1 and y0 < y1.
struct TableRect {
  double x0, y0, x1, y1;
  bool contains(TablePoint p) const { return p.x >= x0 && p.x <= x1 && p.y >= y0 && p.y <= y1; }
  bool overlaps(const TableRect& other) const {
    return x0 < other.x1 && other.x0 < x1 && y0 < other.y1 && other.y0 < y1;
  }
  /// mm² that both have.
  double sharedWith(const TableRect& other) const {
    const double across = std::min(x1, other.x1) - std::max(x0, other.x0),
                 deep = std::min(y1, other.y1) - std::max(y0, other.y0);
    return across > 0 && deep > 0 ? across * deep : 0;
  }
  TablePoint middle() const { return {(x0 + x1) / 2, (y0 + y1) / 2}; }
  /// Wider by so many mm on every side.
  TableRect grown(double by) const { return {x0 - by, y0 - by, x1 + by, y1 + by}; }
  friend bool operator==(const TableRect&, const TableRect&) = default;
};

/// A side of the table. Player 0 sits at Near; the others follow clockwise: Left, Far, Right.
enum class Side { Near, Left, Far, Right };

}  // namespace octo
