#include "vision/locate/quad.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace octo::vision {
namespace {

/// Two and a half pixels a module, six modules: below that bits cannot be told apart.
constexpr double kLeastSidePx = 14.0;
/// The window of the local mean: a marker's dark border (one module) must not fill it. Markers of a board that fills a
/// 1080p picture have modules of 3 to 8 pixels; of larger ones the outer edge is still found.
constexpr int kWindowPx = 31;
/// Darker than the local mean by this many grey levels: above noise, below the contrast of ink in dusk.
constexpr double kDarker = 6.0;

std::vector<std::vector<cv::Point>> darkOutlines(const cv::Mat& gray) {
  cv::Mat smooth, dark;
  cv::blur(gray, smooth, {3, 3});
  cv::adaptiveThreshold(smooth, dark, 255, cv::ADAPTIVE_THRESH_MEAN_C, cv::THRESH_BINARY_INV, kWindowPx, kDarker);
  std::vector<std::vector<cv::Point>> outlines;
  cv::findContours(dark, outlines, cv::RETR_LIST, cv::CHAIN_APPROX_NONE);
  return outlines;
}

std::optional<Quad> quadOf(const std::vector<cv::Point>& outline) {
  if (static_cast<double>(outline.size()) < 4 * kLeastSidePx * 0.7) return std::nullopt;
  const cv::Rect box = cv::boundingRect(outline);
  // The diagonal of a square, tilted by 45°, is at least this part of its side.
  if (std::min(box.width, box.height) < kLeastSidePx * 0.6) return std::nullopt;
  std::vector<cv::Point> corners;
  cv::approxPolyDP(outline, corners, 0.035 * static_cast<double>(outline.size()), true);
  if (corners.size() != 4 || !cv::isContourConvex(corners)) return std::nullopt;
  Quad quad;
  std::copy(corners.begin(), corners.end(), quad.begin());
  const cv::Point2d across = quad[2] - quad[0], other = quad[3] - quad[1];
  if (across.cross(other) < 0) std::swap(quad[1], quad[3]);
  if (shortestSide(quad) < kLeastSidePx * 0.6) return std::nullopt;
  return quad;
}

/// Where the grey value along a line crosses the middle between its darkest and brightest, from `from` (dark) outward;
/// the crossing nearest the middle of the line, as a distance from it.
std::optional<double> crossing(const cv::Mat& gray, cv::Point2d middle, cv::Point2d outward, double reach) {
  constexpr double kStep = 0.5;
  constexpr int kMost = 64;
  std::array<double, kMost> values{};
  const int count = std::min(kMost, 2 * static_cast<int>(std::ceil(reach / kStep)) + 1);
  const double first = -kStep * (count - 1) / 2;
  for (int i = 0; i < count; ++i)
    values[static_cast<std::size_t>(i)] = greyAt(gray, middle + outward * (first + kStep * i));
  const auto [low, high] = std::minmax_element(values.begin(), values.begin() + count);
  if (*high - *low < 2 * kDarker) return std::nullopt;
  const double level = (*low + *high) / 2;
  std::optional<double> best;
  for (int i = 0; i + 1 < count; ++i) {
    const double a = values[static_cast<std::size_t>(i)], b = values[static_cast<std::size_t>(i + 1)];
    if (!(a < level && b >= level)) continue;
    const double at = first + kStep * (i + (level - a) / (b - a));
    if (!best || std::abs(at) < std::abs(*best)) best = at;
  }
  return best;
}

struct Line {
  cv::Point2d through, along;
};

/// A line through the points, which are looked at again without the farthest fifth.
Line fitted(std::vector<cv::Point2f> points) {
  cv::Vec4f line;
  cv::fitLine(points, line, cv::DIST_L2, 0, 0.01, 0.01);
  const auto distance = [&](const cv::Point2f& p) {
    return std::abs((p.x - line[2]) * line[1] - (p.y - line[3]) * line[0]);
  };
  std::sort(points.begin(), points.end(), [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  points.resize(std::max<std::size_t>(4, points.size() * 4 / 5));
  cv::fitLine(points, line, cv::DIST_L2, 0, 0.01, 0.01);
  return {{line[2], line[3]}, {line[0], line[1]}};
}

std::optional<Line> sideLine(const cv::Mat& gray, cv::Point2d from, cv::Point2d to, double reach) {
  const cv::Point2d side = to - from;
  const double length = cv::norm(side);
  if (length < 4) return std::nullopt;
  const cv::Point2d outward(side.y / length, -side.x / length);  // clockwise corners: the outside is on the left
  const int count = std::clamp(static_cast<int>(length / 2), 8, 32);
  std::vector<cv::Point2f> points;
  for (int i = 0; i < count; ++i) {
    const cv::Point2d middle = from + side * (0.1 + 0.8 * i / (count - 1));
    if (const auto at = crossing(gray, middle, outward, reach)) points.emplace_back(middle + outward * *at);
  }
  if (points.size() < 6) return std::nullopt;
  return fitted(std::move(points));
}

std::optional<cv::Point2d> meeting(const Line& a, const Line& b) {
  const double turn = a.along.cross(b.along);
  if (std::abs(turn) < 0.1) return std::nullopt;
  return a.through + a.along * ((b.through - a.through).cross(b.along) / turn);
}

}  // namespace

double greyAt(const cv::Mat& gray, cv::Point2d at) {
  const double x = std::clamp(at.x, 0.0, gray.cols - 1.001), y = std::clamp(at.y, 0.0, gray.rows - 1.001);
  const int left = static_cast<int>(x), top = static_cast<int>(y);
  const double u = x - left, v = y - top;
  const uchar* upper = gray.ptr(top) + left;
  const uchar* lower = gray.ptr(top + 1) + left;
  return (1 - v) * ((1 - u) * upper[0] + u * upper[1]) + v * ((1 - u) * lower[0] + u * lower[1]);
}

double shortestSide(const Quad& quad) {
  double shortest = cv::norm(quad[0] - quad[3]);
  for (std::size_t i = 0; i < 3; ++i) shortest = std::min(shortest, cv::norm(quad[i + 1] - quad[i]));
  return shortest;
}

std::vector<Quad> findDarkQuads(const cv::Mat& gray) {
  std::vector<Quad> quads;
  for (const auto& outline : darkOutlines(gray))
    if (const auto quad = quadOf(outline)) quads.push_back(*quad);
  return quads;
}

std::optional<Quad> sharpened(const cv::Mat& gray, const Quad& quad, double reach) {
  std::array<Line, 4> lines;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto line = sideLine(gray, quad[i], quad[(i + 1) % 4], reach);
    if (!line) return std::nullopt;
    lines[i] = *line;
  }
  Quad sharp;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto corner = meeting(lines[(i + 3) % 4], lines[i]);
    if (!corner || cv::norm(*corner - quad[i]) > 3 * reach) return std::nullopt;
    sharp[i] = *corner;
  }
  return sharp;
}

}  // namespace octo::vision
