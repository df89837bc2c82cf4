#include "vision/read/cards/back_finder.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "vision/fuse/median.h"
#include "vision/geometry/shrink.h"
#include "vision/read/cards/card_geometry.h"

namespace octo::vision {
namespace {

/// Edges are looked for in a picture of this many pixels on its longer side.
constexpr double kSide = 560;
/// Of a side there, pixels.
constexpr double kLeastQuadSide = 18;
/// Long side over short side of a card in a picture: 1.4 to 1.6 seen from above, slanted 45° either way.
constexpr double kLeastAspect = 1.05, kMostAspect = 2.3;
/// Opposite sides of a card, far one over near one.
constexpr double kLeastEven = 0.72;
/// Next to cards that were read a card is as large as they are, roughly.
constexpr double kSmallest = 0.5, kLargest = 2;
constexpr std::size_t kMost = 32;

using Contour = std::vector<cv::Point>;

double side(const Corners& c, std::size_t k) { return distance(c[k], c[(k + 1) % 4]); }

bool hasCardShape(const Corners& c) {
  const double across = side(c, 0) + side(c, 2), along = side(c, 1) + side(c, 3);
  const auto even = [&](std::size_t k) {
    return std::min(side(c, k), side(c, k + 2)) > kLeastEven * std::max(side(c, k), side(c, k + 2));
  };
  return across / 2 > kLeastQuadSide && along > kLeastAspect * across && along < kMostAspect * across && even(0) &&
         even(1);
}

/// Clockwise, beginning with the left end of a short side.
Corners ordered(const Contour& quad) {
  Corners corners;
  const bool clockwise = cv::contourArea(quad, true) > 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const cv::Point& p = quad[clockwise ? k : 3 - k];
    corners[k] = {static_cast<double>(p.x) + 0.5, static_cast<double>(p.y) + 0.5};
  }
  if (side(corners, 0) + side(corners, 2) > side(corners, 1) + side(corners, 3))
    std::rotate(corners.begin(), corners.begin() + 1, corners.end());
  return corners;
}

void addQuads(const cv::Mat& mask, std::vector<Corners>& quads) {
  std::vector<Contour> contours;
  cv::findContours(mask, contours, cv::RETR_LIST, cv::CHAIN_APPROX_SIMPLE);
  for (const Contour& contour : contours) {
    if (contour.size() < 4 || cv::arcLength(contour, true) < 4 * kLeastQuadSide) continue;
    Contour hull, quad;
    cv::convexHull(contour, hull);
    cv::approxPolyDP(hull, quad, 0.04 * cv::arcLength(hull, true), true);
    if (quad.size() != 4 || !cv::isContourConvex(quad)) continue;
    if (cv::contourArea(quad) > 1.25 * cv::contourArea(contour)) continue;  // an open line, or something with a notch
    if (const Corners corners = ordered(quad); hasCardShape(corners)) quads.push_back(corners);
  }
}

/// Light against dark, and edges where neither is.
std::vector<Corners> quadsOf(const cv::Mat& small) {
  cv::Mat gray, mask;
  cv::cvtColor(small, gray, cv::COLOR_BGR2GRAY);
  std::vector<Corners> quads;
  cv::threshold(gray, mask, 0, 255, cv::THRESH_BINARY | cv::THRESH_OTSU);
  addQuads(mask, quads);
  cv::Mat smooth;
  cv::GaussianBlur(gray, smooth, {3, 3}, 0);
  cv::Canny(smooth, mask, 25, 70);
  cv::dilate(mask, mask, {});
  addQuads(mask, quads);
  return quads;
}

/// More than one corner on the picture's edge: nobody knows how the thing goes on there.
bool isCutOff(const Corners& quad, cv::Size size) {
  constexpr double kNear = 3;
  return std::count_if(quad.begin(), quad.end(), [&](const ImagePoint& p) {
           return p.x < kNear || p.y < kNear || p.x > size.width - kNear || p.y > size.height - kNear;
         }) > 1;
}

double medianArea(std::span<const Corners> cards) {
  std::vector<double> areas;
  for (const Corners& card : cards) areas.push_back(areaOf(card));
  return median(areas);
}

}  // namespace

std::vector<Corners> cardLikeQuads(const cv::Mat& bgr, std::span<const Corners> known) {
  const double scale = std::min(1.0, kSide / std::max(bgr.cols, bgr.rows));
  const auto length = [&](int side) { return std::max(1, static_cast<int>(std::lround(side * scale))); };
  std::vector<Corners> quads = quadsOf(shrunk(bgr, {length(bgr.cols), length(bgr.rows)}));
  for (Corners& quad : quads)
    for (ImagePoint& p : quad) p = {p.x / scale, p.y / scale};
  const double usual = known.empty() ? 0 : medianArea(known);
  std::erase_if(quads, [&](const Corners& quad) {
    constexpr double kCovered = 0.25;
    const double size = areaOf(quad);
    return isCutOff(quad, bgr.size()) || (usual > 0 && (size < kSmallest * usual || size > kLargest * usual)) ||
           std::any_of(known.begin(), known.end(), [&](const Corners& card) {
             return shareWithin(quad, card) > kCovered || shareWithin(card, quad) > kCovered;
           });
  });
  std::sort(quads.begin(), quads.end(), [](const Corners& a, const Corners& b) { return areaOf(a) > areaOf(b); });
  if (quads.size() > kMost) quads.resize(kMost);
  return quads;
}

}  // namespace octo::vision
