#include "tracker/vocabulary/zone_place.h"

#include <cmath>
#include <numbers>

namespace octo {
namespace {

/// A turn's sine and cosine. Nearly all pieces lie square to the table.
struct Turn {
  double sine, cosine;
};

Turn turnOf(double degrees) {
  if (degrees == 0) return {0, 1};
  if (degrees == 90) return {1, 0};
  if (degrees == 180) return {0, -1};
  if (degrees == -90) return {-1, 0};
  const double radians = degrees * std::numbers::pi / 180;
  return {std::sin(radians), std::cos(radians)};
}

}  // namespace

TablePoint pointOn(const TablePose& pose, double right, double up) {
  const auto [s, c] = turnOf(pose.angle);
  return {pose.at.x + right * c + up * s, pose.at.y - right * s + up * c};
}

double angleFor(Side side) {
  switch (side) {
    case Side::Near:
      return 0;
    case Side::Left:
      return 90;
    case Side::Far:
      return 180;
    case Side::Right:
      return -90;
  }
  return 0;
}

double ZonePlace::rightOf(TablePoint point) const {
  const auto [s, c] = turnOf(angle);
  return (point.x - centre.x) * c - (point.y - centre.y) * s;
}

ZonePlace placeOf(const TableRect& area, double angle) {
  const double x = area.x1 - area.x0, y = area.y1 - area.y0;
  const bool across = std::abs(angle) == 90;
  return {area.middle(), across ? y : x, across ? x : y, angle};
}

}  // namespace octo
