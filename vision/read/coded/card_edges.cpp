#include "vision/read/coded/card_edges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>

namespace octo::vision {
namespace {

/// The windows of the local mean, as shares of the picture's width: one wider than a card's frame and band
/// together, and one for small or blurred cards, whose light margin the wider one lets run together with the
/// table's shade around it.
constexpr std::array kWindowShares{1 / 32.0, 1 / 100.0};
/// How the picture is sharpened for the narrower window, so that a blurred margin stays a line.
constexpr double kBlurPx = 2.0, kSharpen = 1.5;
/// Darker than the local mean by this many grey levels.
constexpr double kDarker = 5.0;
/// A hull's corner that is nearer to the line between its neighbours is none.
constexpr double kStraightPx = 1.6;
/// The sine of the least turn at a corner of a hull.
constexpr double kLeastTurn = 0.12;
/// Sides shorter than this share of the edge are its rounded corner.
constexpr double kCornerShare = 0.075;
/// Neighbouring sides meet at angles whose sine is at least this: cards seen from 50° have no sharper
/// corners.
constexpr double kLeastSine = 0.35;

using Outline = std::vector<cv::Point>;

std::vector<Outline> darkOutlines(const cv::Mat& gray, double windowShare) {
  cv::Mat dark;
  const int window = std::max(11, static_cast<int>(gray.cols * windowShare) | 1);
  cv::adaptiveThreshold(gray, dark, 255, cv::ADAPTIVE_THRESH_MEAN_C, cv::THRESH_BINARY_INV, window, kDarker);
  // Frames inside other dark things (a dark cloth around the card's light margin) count, holes do not. They are told by
  // the way they run round: to ask OpenCV which hole is in what takes a second where a cloth has ten thousand of them.
  std::vector<Outline> outlines;
  cv::findContours(dark, outlines, cv::RETR_LIST, cv::CHAIN_APPROX_NONE);
  std::erase_if(outlines, [](const Outline& outline) { return cv::contourArea(outline, true) > 0; });
  return outlines;
}

/// Without the corners at which the outline hardly turns: there an edge was only split.
std::vector<cv::Point2d> withoutSplits(std::vector<cv::Point2d> corners) {
  for (std::size_t i = 0; i < corners.size() && corners.size() > 3;) {
    const std::size_t count = corners.size();
    const cv::Point2d a = corners[i] - corners[(i + count - 1) % count], b = corners[(i + 1) % count] - corners[i];
    if (a.cross(b) < kLeastTurn * cv::norm(a) * cv::norm(b)) {
      corners.erase(corners.begin() + static_cast<std::ptrdiff_t>(i));
      i = 0;
    } else {
      ++i;
    }
  }
  return corners;
}

/// The corners of the convex hull, clockwise in the picture.
std::vector<cv::Point2d> hullOf(const Outline& outline) {
  Outline hull, corners;
  cv::convexHull(outline, hull, false);  // "anticlockwise" with y up is clockwise in a picture
  cv::approxPolyDP(hull, corners, kStraightPx, true);
  return withoutSplits({corners.begin(), corners.end()});
}

/// The line through the outline's points near the straight piece between two hull corners.
struct Line {
  cv::Point2d through, along;
};

Line lineAlong(const Outline& outline, cv::Point2d from, cv::Point2d to) {
  const cv::Point2d side = to - from;
  const double length = cv::norm(side);
  const cv::Point2d along = side * (1 / length);
  std::vector<cv::Point2f> near;
  for (const cv::Point& p : outline) {
    const cv::Point2d off = cv::Point2d(p) - from;
    const double at = off.dot(along), away = std::abs(off.cross(along));
    if (at > 0.06 * length && at < 0.94 * length && away < kStraightPx) near.emplace_back(p);
  }
  if (near.size() < 4) return {from, along};
  cv::Vec4f fit;
  cv::fitLine(near, fit, cv::DIST_HUBER, 0, 0.01, 0.01);
  cv::Point2d direction(fit[0], fit[1]);
  if (direction.dot(along) < 0) direction = -direction;
  return {{fit[2], fit[3]}, direction};
}

std::optional<cv::Point2d> meeting(const Line& a, const Line& b) {
  const double turn = a.along.cross(b.along);
  if (std::abs(turn) < kLeastSine) return std::nullopt;
  return a.through + a.along * ((b.through - a.through).cross(b.along) / turn);
}

/// The outline runs through the middles of the outermost dark pixels; the edge lies half a pixel outside.
Line movedOut(Line line) {
  line.through += cv::Point2d(line.along.y, -line.along.x) * 0.5;
  return line;
}

class Polygon {
 public:
  explicit Polygon(const Outline& outline) : outline_(outline), corners_(hullOf(outline)) {}

  void addEdges(std::vector<DarkEdge>& edges, int thing, double least) const {
    const std::size_t count = corners_.size();
    if (count < 3) return;
    for (std::size_t i = 0; i < count; ++i) {
      const cv::Point2d from = corners_[i], to = corners_[(i + 1) % count];
      const double length = cv::norm(to - from);
      if (length < least) continue;
      const Line edge = movedOut(lineAlong(outline_, from, to));
      const Line before = sideFrom(i, -1, to - from), after = sideFrom(i, +1, to - from);
      const auto first = meeting(before, edge), last = meeting(edge, after);
      if (!first || !last || (*last - *first).dot(edge.along) < least) continue;
      edges.push_back({*first, *last, -before.along, after.along, thing});
    }
  }

 private:
  /// The next side before or after edge `i` that is more than a rounded corner or the edge's own end.
  Line sideFrom(std::size_t i, int way, cv::Point2d edge) const {
    const double length = cv::norm(edge);
    const std::size_t count = corners_.size();
    std::size_t at = i;
    for (std::size_t tries = 0; tries + 1 < count; ++tries) {
      at = (at + count + static_cast<std::size_t>(way > 0 ? 1 : count - 1)) % count;
      const cv::Point2d a = corners_[at], b = corners_[(at + 1) % count];
      const double side = cv::norm(b - a);
      if (side >= kCornerShare * length && std::abs(edge.cross(b - a)) >= kLeastSine * length * side)
        return movedOut(lineAlong(outline_, a, b));
    }
    return {corners_[i], {0, 0}};
  }

  const Outline& outline_;
  std::vector<cv::Point2d> corners_;
};

}  // namespace

std::vector<DarkEdge> findDarkEdges(const cv::Mat& gray, double leastPx) {
  std::vector<DarkEdge> edges;
  int thing = 0;
  cv::Mat sharp;
  cv::GaussianBlur(gray, sharp, {}, kBlurPx);
  cv::addWeighted(gray, 1 + kSharpen, sharp, -kSharpen, 0, sharp);
  for (const double share : kWindowShares)
    for (const Outline& outline : darkOutlines(share == kWindowShares.front() ? gray : sharp, share)) {
      if (static_cast<double>(outline.size()) >= 2 * leastPx) Polygon(outline).addEdges(edges, thing, leastPx);
      ++thing;
    }
  return edges;
}

}  // namespace octo::vision
