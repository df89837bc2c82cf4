#include "datasets/scene/zone_place.h"

#include <cmath>

namespace octo::datasets {

double wrapped(double angle) {
  const double turned = std::remainder(angle, 360.0);
  return turned <= -180.0 ? turned + 360.0 : turned;
}

int ownerOf(std::string_view zone) { return zone.size() > 2 && zone[0] == 'p' && zone[2] == '.' ? zone[1] - '0' : -1; }

}  // namespace octo::datasets
