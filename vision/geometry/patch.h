#pragma once

#include <opencv2/core.hpp>

#include "vision/geometry/geometry.h"

namespace octo::vision {

/// A square piece of the table, seen straight from above: where its centre lies, which way its top points (degrees
/// clockwise from the table's), its side in mm and its scale.
struct PatchFrame {
  TablePose pose;
  double sideMm;
  double pixelsPerMm;

  int sidePixels() const;
  /// From the patch's pixels (whole numbers at their centres) to the table.
  cv::Matx33d tableFromPatch() const;
  /// The table point of a place in the patch, mm from its centre, x right, y up.
  TablePoint tableAt(double x, double y) const;
};

/// The picture's part that shows this piece of the table, into `patch`, whose buffer is reused. What lies outside the
/// picture is black.
void rectify(const cv::Mat& bgr, const TableView& view, const PatchFrame& frame, cv::Mat& patch);

}  // namespace octo::vision
