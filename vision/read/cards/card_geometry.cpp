#include "vision/read/cards/card_geometry.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace octo::vision {
namespace {

double sharedArea(const Polygon& a, const Polygon& b) {
  const Polygon shared = sharedPart(a, b);
  return shared.empty() ? 0 : cv::contourArea(shared);
}

ImagePoint rightOf(ImagePoint up) { return {-up.y, up.x}; }

ImagePoint along(ImagePoint from, ImagePoint way, double far) { return {from.x + way.x * far, from.y + way.y * far}; }

}  // namespace

ImagePoint placeOf(const CardIndex& second, const CardIndex& first) {
  const ImagePoint way{second.at.x - first.at.x, second.at.y - first.at.y};
  return {dot(way, rightOf(first.up)) / first.size, -dot(way, first.up) / first.size};
}

Corners cardAround(const CardIndex& index, const CardMeasure& m) {
  const ImagePoint right = rightOf(index.up);
  const auto corner = [&](double x, double y) {
    return along(along(index.at, right, x * index.size), index.up, -y * index.size);
  };
  const double x0 = -m.left, y0 = -m.top;
  return {corner(x0, y0), corner(x0 + m.width, y0), corner(x0 + m.width, y0 + m.height), corner(x0, y0 + m.height)};
}

ImagePoint halfway(ImagePoint a, ImagePoint b) { return {(a.x + b.x) / 2, (a.y + b.y) / 2}; }

double dot(ImagePoint a, ImagePoint b) { return a.x * b.x + a.y * b.y; }

double distance(ImagePoint a, ImagePoint b) { return std::hypot(a.x - b.x, a.y - b.y); }

ImagePoint middle(const Corners& c) { return halfway(halfway(c[0], c[2]), halfway(c[1], c[3])); }

double areaOf(const Corners& c) {
  return std::abs((c[2].x - c[0].x) * (c[3].y - c[1].y) - (c[3].x - c[1].x) * (c[2].y - c[0].y)) / 2;
}

Polygon polygonOf(const Corners& corners) {
  Polygon points;
  for (const ImagePoint& p : corners) points.emplace_back(static_cast<float>(p.x), static_cast<float>(p.y));
  return points;
}

Polygon sharedPart(const Polygon& a, const Polygon& b) {
  Polygon shared;
  if (cv::isContourConvex(a) && cv::isContourConvex(b)) cv::intersectConvexConvex(a, b, shared, true);
  return shared;
}

double overlap(const Polygon& a, const Polygon& b) {
  const double shared = sharedArea(a, b);
  const double joint = cv::contourArea(a) + cv::contourArea(b) - shared;
  return joint > 0 ? shared / joint : 0;
}

double overlap(const Corners& a, const Corners& b) { return overlap(polygonOf(a), polygonOf(b)); }

bool holds(const Corners& corners, ImagePoint point) {
  const cv::Point2f at(static_cast<float>(point.x), static_cast<float>(point.y));
  return cv::pointPolygonTest(polygonOf(corners), at, false) >= 0;
}

double shareWithin(const Corners& card, const Corners& other) {
  const auto first = polygonOf(card);
  const double area = cv::contourArea(first);
  return area > 0 ? std::min(1.0, sharedArea(first, polygonOf(other)) / area) : 0;
}

double shareInside(const Corners& corners, int width, int height) {
  const auto w = static_cast<float>(width), h = static_cast<float>(height);
  const auto card = polygonOf(corners);
  const double area = cv::contourArea(card);
  return area > 0 ? std::min(1.0, sharedArea(card, {{0, 0}, {w, 0}, {w, h}, {0, h}}) / area) : 0;
}

}  // namespace octo::vision
