#pragma once

#include <string_view>

#include "tracker/vocabulary/layout.h"
#include "tracker/vocabulary/table.h"

namespace octo::datasets {

/// A zone as the player to whom it belongs sees it.
struct Place {
  TablePoint centre;
  /// Across and deep as that player sees it, mm.
  double width, height;
  /// Degrees clockwise: how a card lies that is upright for that player.
  double angle;

  /// `right` and `up` (away from the player) of the centre, mm.
  TablePoint at(double right, double up) const;
  /// A piece there, upright for the player.
  TablePose pose(double right, double up) const { return {at(right, up), angle}; }
};

/// The angle as poses have it: degrees, in (-180, 180].
double wrapped(double angle);

/// How a card lies that is upright for somebody on that side: degrees clockwise, in (-180, 180].
double angleFor(Side side);

Place placeOf(const Zone& zone, double angle);

/// The player in a zone's name, 2 of "p2.field"; -1 for the table's own.
int ownerOf(std::string_view zone);

}  // namespace octo::datasets
