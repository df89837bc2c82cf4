#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "tracker/vocabulary/table.h"

namespace octo::vision {

/// A point in the picture: pixels, x right, y down, (0, 0) the outer corner of the top left pixel's square.
struct ImagePoint {
  double x;
  double y;
  friend bool operator==(const ImagePoint&, const ImagePoint&) = default;
};

/// The corners of an area of the table from its top left clockwise.
std::vector<TablePoint> cornersOf(const TableRect& area);

/// The area around both.
TableRect joined(const TableRect& a, const TableRect& b);
/// Adds an area to some that do not overlap: it becomes one with those that it overlaps.
void addJoined(std::vector<TableRect>& areas, TableRect area);

/// The plane of the table seen by the camera. The only way between pixels and millimetres.
class TableView {
 public:
  /// From the 3×3 homography that takes image pixels to table millimetres; it is scaled so that its last entry is 1.
  /// Nothing where the matrix is singular or not finite.
  static std::optional<TableView> fromHomography(const cv::Matx33d& tableFromImage);

  const cv::Matx33d& homography() const { return tableFromImage_; }
  TablePoint tableFromImage(ImagePoint point) const;
  ImagePoint imageFromTable(TablePoint point) const;
  /// Pixels per millimetre around a point of the table (geometric mean over directions).
  double scaleAt(TablePoint point) const;

 private:
  TableView(const cv::Matx33d& forward, const cv::Matx33d& back) : tableFromImage_(forward), imageFromTable_(back) {}
  cv::Matx33d tableFromImage_;
  cv::Matx33d imageFromTable_;
};

/// Where a camera stands: above which point of the table, and how high, mm.
struct CameraStand {
  TablePoint over;
  double height;
};

/// The camera of a picture, taken for one with square pixels, the usual field of view of webcams and phones (60° along
/// the longer side) and its axis in the picture's middle. A plane alone does not tell the field of view well; 10° more
/// or less make the height a fifth less or more.
CameraStand cameraOf(const TableView& view, cv::Size picture);

/// What shows where that point of the table would show, but at a height above the table, mm: the point below it. The
/// point itself where the camera is not higher than that.
TablePoint below(const CameraStand& camera, TablePoint shown, double height);

}  // namespace octo::vision
