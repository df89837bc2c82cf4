#pragma once

#include <opencv2/core.hpp>

#include "vision/geometry/geometry.h"

namespace octo::vision {

/// No play area reaches farther from its middle, mm.
inline constexpr double kMostReachMm = 620;

/// The part of the table that a picture of this size shows, at most `kMostReachMm` to each side. Where the picture
/// shows none of it, x1 or y1 is not above x0 or y0.
TableRect shownBy(cv::Size picture, const TableView& table);

/// From the table's mm to pixels (points, (0, 0) the outer corner) of a picture of `area` from straight above, `scale`
/// of them a mm.
cv::Matx33d aboveFromTable(const TableRect& area, double scale);

/// That picture, of so many pixels, out of one that a camera took. `interpolation` as OpenCV has it.
cv::Mat seenFromAbove(const cv::Mat& picture, const TableView& table, const TableRect& area, double scale,
                      cv::Size size, int interpolation);
/// As large as the area, rounded down; empty where that is less than a pixel.
cv::Mat seenFromAbove(const cv::Mat& picture, const TableView& table, const TableRect& area, double scale,
                      int interpolation);

}  // namespace octo::vision
