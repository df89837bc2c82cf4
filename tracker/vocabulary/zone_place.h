#pragma once

#include "tracker/vocabulary/table.h"

namespace octo {

/// So far to the right of a pose and up from it, mm, as the piece that lies there has them.
TablePoint pointOn(const TablePose& pose, double right, double up);

/// How a card lies that is upright for somebody on that side: degrees clockwise, in (-180, 180].
double angleFor(Side side);

/// A part of the table as the player to whom it belongs sees it.
struct ZonePlace {
  TablePoint centre;
  /// Across and deep as that player sees it, mm.
  double width, height;
  /// Degrees clockwise, a multiple of 90: how a card lies that is upright for that player.
  double angle;

  /// `right` and `up` (away from the player) of the centre, mm.
  TablePoint at(double right, double up) const { return pointOn({centre, angle}, right, up); }
  /// A piece there, upright for the player.
  TablePose pose(double right, double up) const { return {at(right, up), angle}; }
  /// How far right of the centre a point lies, mm.
  double rightOf(TablePoint point) const;
};

ZonePlace placeOf(const TableRect& area, double angle);

}  // namespace octo
