#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/read/shields/shield_art.h"

namespace octo::vision {

/// A place where an arrow may lie, in a patch.
struct ArrowPlace {
  /// From the patch's centre, mm, x right, y up; degrees clockwise from the patch's top.
  double x, y, angle;
  /// Correlation with the arrow that all shields share, 0 to 1, whether bright on dark or dark on bright.
  double likeness;
};

/// Finds the arrow of a shield that lies about the middle of a patch, at any turn.
class ArrowFinder {
 public:
  explicit ArrowFinder(const ShieldArt& art);

  /// The patch must reach this far from its centre.
  static constexpr double kReachMm = 34.0;
  /// The best places of different turn, best first, at least one. `grey`: CV_32F, 1 pixel a mm, north up, of side
  /// 2 × kReachMm. `slackMm`: how far off its middle the shield may lie, at most 12.
  std::vector<ArrowPlace> find(const cv::Mat& grey, double slackMm) const;

 private:
  struct Point {
    float x, y, value;
  };
  std::vector<ArrowPlace> coarse(const cv::Mat& grey, double slackMm) const;
  ArrowPlace refined(const cv::Mat& grey, ArrowPlace place) const;
  double likeness(const cv::Mat& grey, const ArrowPlace& place) const;

  std::vector<Point> points_;      // of the upright arrow, mm, y up
  std::vector<cv::Point> window_;  // pixels of the coarse window, from its corner
  cv::Mat bank_;                   // a column for each turn
};

}  // namespace octo::vision
