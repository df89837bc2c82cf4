#include "tracker/vocabulary/zone_place.h"

#include <cmath>
#include <numbers>

namespace octo {
namespace {

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

}  // namespace

TablePoint pointOn(const TablePose& pose, double right, double up) {
  const double c = std::cos(radians(pose.angle)), s = std::sin(radians(pose.angle));
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
  return (point.x - centre.x) * std::cos(radians(angle)) - (point.y - centre.y) * std::sin(radians(angle));
}

ZonePlace placeOf(const TableRect& area, double angle) {
  const double x = area.x1 - area.x0, y = area.y1 - area.y0;
  const bool across = std::abs(angle) == 90;
  return {area.middle(), across ? y : x, across ? x : y, angle};
}

}  // namespace octo
