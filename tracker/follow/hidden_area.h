#pragma once

#include <span>

#include "tracker/vocabulary/table.h"

namespace octo::tracker {

/// mm² of the place that those places hide, none of which overlaps another.
inline double hiddenArea(std::span<const TableRect> hidden, const TableRect& place) {
  double area = 0;
  for (const TableRect& each : hidden) area += each.sharedWith(place);
  return area;
}

}  // namespace octo::tracker
