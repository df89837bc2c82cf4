#pragma once

#include <opencv2/core.hpp>
#include <vector>

namespace octo::vision {

/// A straight edge of something dark on light ground that may be the outer edge of a card's frame. OpenCV's
/// pixels; walking from `from` to `to`, the dark lies on the right.
struct DarkEdge {
  cv::Point2d from, to;
  /// Unit vectors along the sides that meet it, pointing away from the edge, as far as they were seen.
  cv::Point2d sideAtFrom, sideAtTo;
  /// Edges of one dark thing have the same number.
  int thing;
};

/// All edges at least `leastPx` long in an 8-bit grey picture, their ends where they meet the neighbouring
/// sides (round corners are squared). Things are told apart by any light line between them that is two pixels
/// wide.
std::vector<DarkEdge> findDarkEdges(const cv::Mat& gray, double leastPx);

}  // namespace octo::vision
