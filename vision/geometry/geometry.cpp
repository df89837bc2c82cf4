#include "vision/geometry/geometry.h"

#include <algorithm>
#include <cmath>

namespace octo::vision {
namespace {

template <class To, class From>
To projected(const cv::Matx33d& homography, From point) {
  const cv::Vec3d p = homography * cv::Vec3d(point.x, point.y, 1.0);
  return To{p[0] / p[2], p[1] / p[2]};
}

}  // namespace

std::vector<TablePoint> cornersOf(const TableRect& area) {
  return {{area.x0, area.y1}, {area.x1, area.y1}, {area.x1, area.y0}, {area.x0, area.y0}};
}

TableRect joined(const TableRect& a, const TableRect& b) {
  return {std::min(a.x0, b.x0), std::min(a.y0, b.y0), std::max(a.x1, b.x1), std::max(a.y1, b.y1)};
}

void addJoined(std::vector<TableRect>& areas, TableRect area) {
  const auto overlaps = [&](const TableRect& known) { return known.overlaps(area); };
  for (auto other = std::find_if(areas.begin(), areas.end(), overlaps); other != areas.end();
       other = std::find_if(areas.begin(), areas.end(), overlaps)) {
    area = joined(area, *other);
    areas.erase(other);
  }
  areas.push_back(area);
}

std::optional<TableView> TableView::fromHomography(const cv::Matx33d& tableFromImage) {
  const double last = tableFromImage(2, 2);
  if (!std::isfinite(last) || std::abs(last) < 1e-12) return std::nullopt;
  const cv::Matx33d forward = tableFromImage * (1.0 / last);
  bool invertible = false;
  const cv::Matx33d back = forward.inv(cv::DECOMP_LU, &invertible);
  if (!invertible || !std::isfinite(cv::norm(forward)) || !std::isfinite(cv::norm(back))) return std::nullopt;
  return TableView(forward, back);
}

TablePoint TableView::tableFromImage(ImagePoint point) const { return projected<TablePoint>(tableFromImage_, point); }
ImagePoint TableView::imageFromTable(TablePoint point) const { return projected<ImagePoint>(imageFromTable_, point); }

double TableView::scaleAt(TablePoint point) const {
  const ImagePoint centre = imageFromTable(point);
  const ImagePoint right = imageFromTable({point.x + 1.0, point.y});
  const ImagePoint up = imageFromTable({point.x, point.y + 1.0});
  const double area = (right.x - centre.x) * (up.y - centre.y) - (right.y - centre.y) * (up.x - centre.x);
  return std::sqrt(std::abs(area));
}

CameraStand cameraOf(const TableView& view, cv::Size picture) {
  constexpr double kFocalShare = 0.866;  // of the longer side: 60°
  const double focal = kFocalShare * std::max(picture.width, picture.height);
  const cv::Matx33d rays(1 / focal, 0, -picture.width / (2 * focal),  //
                         0, 1 / focal, -picture.height / (2 * focal), 0, 0, 1);
  // The plane's axes as the camera has them, as long as they are far, and its origin.
  const cv::Matx33d plane = rays * view.homography().inv();
  const cv::Vec3d x(plane(0, 0), plane(1, 0), plane(2, 0)), y(plane(0, 1), plane(1, 1), plane(2, 1));
  const cv::Vec3d origin(plane(0, 2), plane(1, 2), plane(2, 2));
  const double scale = std::sqrt(cv::norm(x) * cv::norm(y));
  const cv::Vec3d right = x / cv::norm(x), away = y / cv::norm(y);
  const cv::Vec3d from = origin / -scale;
  return {{from.dot(right), from.dot(away)}, std::abs(from.dot(right.cross(away)))};
}

TablePoint below(const CameraStand& camera, TablePoint shown, double height) {
  if (camera.height <= height) return shown;
  const double share = height / camera.height;
  return {shown.x + (camera.over.x - shown.x) * share, shown.y + (camera.over.y - shown.y) * share};
}

}  // namespace octo::vision
