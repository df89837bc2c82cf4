#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/edition/edition.h"

namespace octo::vision {

/// A place of the board whose printed colour is the same all around it, and that no shield in a box covers for long.
struct ColourSample {
  TablePoint at;
  cv::Vec3f bgr;  // as drawn, 0 to 255
  int kind;       // samples of one colour have one kind; 0 is the board's ground
};

/// What the print edition says about the board: its drawing, its boxes, its colours.
class BoardArt {
 public:
  explicit BoardArt(const Edition& edition);

  static constexpr double kPixelsPerMm = 2.0;
  const Grid& grid() const { return grid_; }
  double boxAcrossMm() const { return boxAcross_; }
  double widthMm() const { return width_; }
  double heightMm() const { return height_; }
  const std::vector<ColourSample>& samples() const { return samples_; }
  int kinds() const { return kinds_; }
  /// The drawing around a point of the board, 8-bit BGR, north up; outside the board black.
  cv::Mat drawing(TablePoint centre, double sideMm) const;

 private:
  void collectSamples();
  int kindOf(const cv::Vec3f& colour);

  Grid grid_;
  double boxAcross_, width_, height_;
  cv::Mat drawing_;
  std::vector<ColourSample> samples_;
  std::vector<cv::Vec3f> palette_;
  int kinds_ = 0;
};

}  // namespace octo::vision
