#pragma once

#include <array>
#include <opencv2/core.hpp>

#include "tracker/vocabulary/face.h"
#include "vision/geometry/geometry.h"

namespace octo::vision {

/// A row of dots that was read, and how the card lies that it belongs to.
struct FoundRow {
  Face face;
  /// The face that the dots go with next best.
  Face runnerUp;
  /// That the row is there and says this face, 0 to 1, after all looks; how clear it was in the best of them alone, to be
  /// compared with other rows in its place.
  double sure, clear;
  /// The dark thing along whose edge it was found; rows found by their dots alone have none.
  int thing;
  /// From mm on the upright card, y down, to the picture's pixels; for rows on the table to its mm, y down.
  cv::Matx33d imageFromCard;
  /// The two corners of the frame at the row's side, there and on the card.
  std::array<ImagePoint, 2> seen;
  std::array<cv::Point2d, 2> places;
};

/// The same row after another map.
FoundRow mapped(const FoundRow& row, const cv::Matx33d& map);

/// Where a point of the card lies.
ImagePoint project(const cv::Matx33d& map, double x, double y);

}  // namespace octo::vision
