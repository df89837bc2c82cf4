#include "datasets/scene/zone_place.h"

#include <cmath>
#include <numbers>

namespace octo::datasets {

TablePoint Place::at(double right, double up) const {
  const double a = angle * std::numbers::pi / 180;
  return {centre.x + right * std::cos(a) + up * std::sin(a), centre.y - right * std::sin(a) + up * std::cos(a)};
}

double wrapped(double angle) {
  const double turned = std::remainder(angle, 360.0);
  return turned <= -180.0 ? turned + 360.0 : turned;
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

Place placeOf(const Zone& zone, double angle) {
  const double x = zone.area.x1 - zone.area.x0, y = zone.area.y1 - zone.area.y0;
  const bool across = std::abs(angle) == 90;
  return {zone.area.middle(), across ? y : x, across ? x : y, angle};
}

int ownerOf(std::string_view zone) { return zone.size() > 2 && zone[0] == 'p' && zone[2] == '.' ? zone[1] - '0' : -1; }

}  // namespace octo::datasets
