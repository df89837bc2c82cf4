#include "datasets/scene/camera.h"

#include <cmath>
#include <numbers>

namespace octo::datasets {
namespace {

double radians(double degrees) { return degrees * std::numbers::pi / 180; }

}  // namespace

Camera::Camera(cv::Size picture, const CameraPlace& place, cv::Size2d inView)
    : picture_(picture),
      // The corners, 1.15 half widths from the middle, move by 1.5 times the coefficient at most.
      pad_(static_cast<int>(std::ceil(std::abs(place.distortion) * 1.8 * picture.width / 2)) + 2),
      focal_(picture.width / 2.0 / std::tan(radians(place.fieldOfView) / 2)),
      centre_((picture.width - 1) / 2.0, (picture.height - 1) / 2.0),
      distortion_(place.distortion) {
  const double tilt = radians(place.tilt), side = radians(place.side), roll = radians(place.roll);
  // Seen from above with y away from player 0, clockwise from the near edge is near, left, far, right.
  const cv::Vec3d outward(-std::sin(side), -std::cos(side), 0);
  const cv::Vec3d up(0, 0, 1);
  const cv::Vec3d toCamera = outward * std::sin(tilt) + up * std::cos(tilt);
  const cv::Vec3d ahead = -toCamera;
  const cv::Vec3d screenUp = -outward * std::cos(tilt) + up * std::sin(tilt);
  const cv::Vec3d across = ahead.cross(screenUp);
  const cv::Vec3d turnedRight = across * std::cos(roll) - screenUp * std::sin(roll);
  const cv::Vec3d turnedDown = -screenUp * std::cos(roll) - across * std::sin(roll);
  for (int i = 0; i < 3; ++i) {
    rotation_(0, i) = turnedRight[i];
    rotation_(1, i) = turnedDown[i];
    rotation_(2, i) = ahead[i];
  }
  // Farther until everything is in view.
  for (double distance = 250;; distance *= 1.01) {
    const cv::Vec3d offset = turnedRight * (-place.shift.x * distance) + turnedDown * (-place.shift.y * distance);
    const cv::Vec3d at = toCamera * distance + offset;
    position_ = {at[0], at[1], at[2]};
    if (sees(inView, place.margin) || distance > 4000) break;
  }
}

bool Camera::sees(cv::Size2d inView, double margin) const {
  const double left = picture_.width * margin / 2, top = picture_.height * margin / 2;
  for (const double x : {-inView.width / 2, inView.width / 2})
    for (const double y : {-inView.height / 2, inView.height / 2}) {
      const cv::Vec3d ray(x - position_.x, y - position_.y, -position_.z);
      if (ray.dot(forward()) < 50) return false;
      const cv::Point2d at = pixelFromSpace({x, y, 0});
      if (at.x < left || at.x > picture_.width - left || at.y < top || at.y > picture_.height - top) return false;
    }
  return true;
}

cv::Point2d Camera::straightFromSpace(SpacePoint point) const {
  const cv::Vec3d v = rotation_ * cv::Vec3d(point.x - position_.x, point.y - position_.y, point.z - position_.z);
  const cv::Point2d centre = straightCentre();
  return {centre.x + focal_ * v[0] / v[2], centre.y + focal_ * v[1] / v[2]};
}

cv::Point2d Camera::distorted(cv::Point2d straight) const {
  const double half = picture_.width / 2.0;
  const cv::Point2d off = straight - straightCentre();
  const double r2 = off.dot(off) / (half * half);
  return centre_ + off * (1 + distortion_ * r2);
}

cv::Matx33d Camera::straightFromPlane(double z) const {
  const cv::Vec3d origin = rotation_ * cv::Vec3d(-position_.x, -position_.y, z - position_.z);
  const cv::Matx33d plane(rotation_(0, 0), rotation_(0, 1), origin[0],  //
                          rotation_(1, 0), rotation_(1, 1), origin[1],  //
                          rotation_(2, 0), rotation_(2, 1), origin[2]);
  const cv::Point2d centre = straightCentre();
  return cv::Matx33d(focal_, 0, centre.x, 0, focal_, centre.y, 0, 0, 1) * plane;
}

double Camera::scaleAt(SpacePoint point) const {
  const cv::Vec3d v = rotation_ * cv::Vec3d(point.x - position_.x, point.y - position_.y, point.z - position_.z);
  return focal_ / v[2];
}

void Camera::straightMap(cv::Mat& x, cv::Mat& y) const {
  x.create(picture_, CV_32F);
  y.create(picture_, CV_32F);
  const double half = picture_.width / 2.0;
  const cv::Point2d centre = straightCentre();
  for (int row = 0; row < picture_.height; ++row)
    for (int column = 0; column < picture_.width; ++column) {
      const cv::Point2d off = cv::Point2d(column, row) - centre_;
      // The inverse of a small cubic, three steps are exact to a thousandth of a pixel.
      double factor = 1;
      for (int step = 0; step < 3; ++step)
        factor = 1 / (1 + distortion_ * off.dot(off) * factor * factor / (half * half));
      x.at<float>(row, column) = static_cast<float>(centre.x + off.x * factor);
      y.at<float>(row, column) = static_cast<float>(centre.y + off.y * factor);
    }
}

}  // namespace octo::datasets
