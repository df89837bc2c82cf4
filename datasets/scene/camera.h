#pragma once

#include <opencv2/core.hpp>

#include "tracker/vocabulary/table.h"
#include "vision/geometry/geometry.h"

namespace octo::datasets {

/// A point in space: millimetres, x and y as on the table, z upwards from its surface.
using SpacePoint = cv::Point3d;

/// Where a camera stands and how it looks; angles in degrees.
struct CameraPlace {
  /// From the vertical.
  double tilt = 0;
  /// The side it stands on: 0 at player 0's edge, clockwise as seen from above.
  double side = 0;
  /// Turned about its axis, clockwise.
  double roll = 0;
  double fieldOfView = 60;  // along the picture's width
  /// Shares of the picture that the board's rectangle leaves free; and where its middle is off the picture's middle.
  double margin = 0.12;
  cv::Point2d shift{0, 0};
  /// First radial coefficient, for distances from the centre in units of half the picture's width.
  double distortion = 0;
};

/// A pinhole with a little radial distortion. "Straight" pictures are before the distortion, others after it; a
/// straight picture is larger all around, so that no pixel of the final one comes from outside it.
class Camera {
 public:
  /// A camera that has the rectangle of that size about the table's origin in its picture.
  Camera(cv::Size picture, const CameraPlace& place, cv::Size2d inView);

  cv::Size picture() const { return picture_; }
  cv::Size straightPicture() const { return {picture_.width + 2 * pad_, picture_.height + 2 * pad_}; }
  /// Where the final picture begins in the straight one, were there no distortion.
  cv::Point2d straightOrigin() const { return cv::Point2d(pad_, pad_); }
  cv::Point2d straightFromSpace(SpacePoint point) const;
  cv::Point2d distorted(cv::Point2d straight) const;
  /// The pixel that a point of the table shows in; the centre of the top left pixel is (0, 0) as in OpenCV.
  cv::Point2d pixelFromSpace(SpacePoint point) const { return distorted(straightFromSpace(point)); }
  /// Takes millimetres on the plane z mm above the table to straight pixels.
  cv::Matx33d straightFromPlane(double z) const;
  /// Unit vectors in space: to the picture's right, down in it, and into it.
  cv::Vec3d right() const { return row(0); }
  cv::Vec3d down() const { return row(1); }
  cv::Vec3d forward() const { return row(2); }
  SpacePoint position() const { return position_; }
  /// Pixels a millimetre at a point.
  double scaleAt(SpacePoint point) const;
  /// For cv::remap: where each pixel of the final picture comes from in the straight one.
  void straightMap(cv::Mat& x, cv::Mat& y) const;

 private:
  cv::Vec3d row(int i) const { return {rotation_(i, 0), rotation_(i, 1), rotation_(i, 2)}; }
  bool sees(cv::Size2d inView, double margin) const;

  cv::Size picture_;
  int pad_;
  double focal_;
  cv::Point2d centre_;  // of the final picture
  cv::Point2d straightCentre() const { return centre_ + straightOrigin(); }
  double distortion_;
  cv::Matx33d rotation_;  // camera from space
  SpacePoint position_;
};

}  // namespace octo::datasets
