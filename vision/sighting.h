#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tracker/vocabulary/observation.h"
#include "vision/geometry/geometry.h"
#include "vision/locate/found_by.h"

namespace octo::vision {

/// One piece found in one picture.
struct Sighting {
  /// Best first, at least one.
  std::vector<Candidate> faces;
  /// "card", "shield", "token", "chip".
  std::string kind;
  double presence = 1.0;
  /// Corners clockwise in the image from the one that is top left when the piece is upright.
  std::vector<ImagePoint> outline;
  /// Degrees clockwise from upright in the image.
  double imageAngle = 0;
  double visible = 1.0;
  /// Where it lies, if the table is known.
  std::optional<TablePose> pose;
};

/// What one picture shows.
struct Recognition {
  std::optional<TableView> table;
  FoundBy foundBy = FoundBy::Nothing;
  std::vector<Sighting> pieces;
};

}  // namespace octo::vision
