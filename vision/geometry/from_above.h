#pragma once

#include <opencv2/core.hpp>

#include "vision/geometry/geometry.h"

namespace octo::vision {

/// No play area reaches farther from its middle, mm.
inline constexpr double kMostReachMm = 620;

/// The part of the table that a picture of this size shows, at most `kMostReachMm` to each side. Where the picture
/// shows none of it, x1 or y1 is not above x0 or y0.
TableRect shownBy(cv::Size picture, const TableView& table);

/// The part of a picture of this size that shows the area, `around` pixels wider on each side; all of it where some of
/// the area lies beyond the horizon.
cv::Rect partShowing(const TableRect& area, cv::Size picture, const TableView& table, int around);

/// From the table's mm to pixels (points, (0, 0) the outer corner) of a picture of `area` from straight above, `scale`
/// of them a mm.
cv::Matx33d aboveFromTable(const TableRect& area, double scale);

/// That picture, of so many pixels, out of one that a camera took. `interpolation` as OpenCV has it.
cv::Mat seenFromAbove(const cv::Mat& picture, const TableView& table, const TableRect& area, double scale,
                      cv::Size size, int interpolation);
/// As large as the area, rounded down; empty where that is less than a pixel.
cv::Mat seenFromAbove(const cv::Mat& picture, const TableView& table, const TableRect& area, double scale,
                      int interpolation);

/// The same part of the table in one picture after the other, as `seenFromAbove` shows it with straight lines between
/// the pixels: from where each pixel comes is worked out anew only where the table lies otherwise. One thread uses it.
class FromAbove {
 public:
  FromAbove(const TableRect& area, double scale, cv::Size size) : area_(area), scale_(scale), size_(size) {}

  /// `above` keeps its memory from picture to picture.
  void see(const cv::Mat& picture, const TableView& table, cv::Mat& above);

 private:
  void comeFrom(const cv::Matx33d& aboveFromImage);

  TableRect area_;
  double scale_;
  cv::Size size_;
  cv::Matx33d aboveFromImage_ = cv::Matx33d::zeros();
  cv::Mat whole_, part_;  // pixels of the picture, and what is beyond them, as cv::convertMaps packs them
};

}  // namespace octo::vision
