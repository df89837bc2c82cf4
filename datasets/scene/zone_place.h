#pragma once

#include <string_view>

#include "tracker/vocabulary/zone_place.h"

namespace octo::datasets {

using Place = ZonePlace;

/// The angle as poses have it: degrees, in (-180, 180].
double wrapped(double angle);

/// The player in a zone's name, 2 of "p2.field"; -1 for the table's own.
int ownerOf(std::string_view zone);

}  // namespace octo::datasets
