#include "vision/geometry/geometry.h"

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

}  // namespace octo::vision
