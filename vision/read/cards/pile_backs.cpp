#include "vision/read/cards/pile_backs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "vision/fuse/median.h"
#include "vision/geometry/from_above.h"
#include "vision/read/cards/card_geometry.h"

namespace octo::vision {
namespace {

/// Of the picture from above in which edges are looked for, pixels a mm.
constexpr double kScale = 1.6;
/// A card of any deck: poker and bridge size, small patience cards and large ones, mm.
constexpr double kLeastWide = 50, kMostWide = 74, kLeastHigh = 76, kMostHigh = 104, kLeastShape = 1.28,
                 kMostShape = 1.68;
/// Cards that were read until their own size counts.
constexpr std::size_t kEnoughRead = 4;
/// Of a quadrangle, that lies within a card whose face shows, or the other way round.
constexpr double kCovered = 0.25;
/// From which the network alone is believed; and where the pattern was seen before.
constexpr double kSurelyBack = 0.9, kLikelyBack = 0.5;
/// From which a pattern is one seen before, as a correlation.
constexpr double kSamePattern = 0.6;
constexpr std::size_t kMostPatterns = 8;
/// A pattern is compared without its edge, of which the neighbourhood is a part.
const cv::Size kPatch(44, 62);
/// Gaps in a pattern that are filled, pixels.
constexpr int kClosed = 5;
/// A back's light rim may be as light as the table, and a line or a word of the table may touch it: so much less or
/// more than the card may be seen, mm on both sides together.
constexpr double kRim = 9;
constexpr double kEdge = 0.06;
constexpr double kSameBack = 30;  // mm between two middles

double sideLength(const cv::Point2f& a, const cv::Point2f& b) { return std::hypot(a.x - b.x, a.y - b.y); }

/// Its size as mm, short side first; the corners clockwise with a short side first.
struct AboveQuad {
  std::array<cv::Point2f, 4> corners;
  double wide, high;
};

std::optional<AboveQuad> cardAmong(const std::vector<cv::Point>& contour) {
  if (contour.size() < 4) return std::nullopt;
  std::vector<cv::Point> hull;
  cv::convexHull(contour, hull);
  const cv::RotatedRect box = cv::minAreaRect(hull);
  const double wide = std::min(box.size.width, box.size.height) / kScale,
               high = std::max(box.size.width, box.size.height) / kScale;
  if (wide < kLeastWide || wide > kMostWide || high < kLeastHigh || high > kMostHigh) return std::nullopt;
  if (high < kLeastShape * wide || high > kMostShape * wide) return std::nullopt;
  constexpr double kFilled = 0.93;  // round corners take 1 %
  if (cv::contourArea(hull) < kFilled * box.size.area()) return std::nullopt;
  AboveQuad quad{{}, wide, high};
  std::array<cv::Point2f, 4> points;
  box.points(points.data());  // clockwise
  const std::size_t first = sideLength(points[0], points[1]) < sideLength(points[1], points[2]) ? 0 : 1;
  for (std::size_t i = 0; i < 4; ++i) quad.corners[i] = points[(first + i) % 4];
  return quad;
}

/// Edges of whatever kind: on the picture's lightness, and on what differs from the table around it.
std::vector<AboveQuad> cardsByEdge(const cv::Mat& above) {
  std::vector<AboveQuad> quads;
  cv::Mat smooth, edges;
  cv::GaussianBlur(above, smooth, {3, 3}, 0);
  std::vector<cv::Mat> planes;
  cv::split(smooth, planes);
  for (const double high : {40.0, 90.0}) {
    edges = cv::Mat::zeros(above.size(), CV_8U);
    for (const cv::Mat& plane : planes) {
      cv::Mat one;
      cv::Canny(plane, one, high / 2.5, high);
      edges |= one;
    }
    cv::dilate(edges, edges, {});
    // The edge may be one with the pattern within it: then all of it together has the card's shape.
    cv::Mat filled;
    cv::morphologyEx(edges, filled, cv::MORPH_CLOSE, cv::Mat::ones(kClosed, kClosed, CV_8U));
    for (const cv::Mat& mask : {edges, filled}) {
      std::vector<std::vector<cv::Point>> contours;
      cv::findContours(mask, contours, cv::RETR_LIST, cv::CHAIN_APPROX_SIMPLE);
      for (const auto& contour : contours)
        if (const auto quad = cardAmong(contour)) quads.push_back(*quad);
    }
  }
  return quads;
}

cv::Mat patchOf(const cv::Mat& above, const AboveQuad& quad) {
  const float w = static_cast<float>(kPatch.width), h = static_cast<float>(kPatch.height),
              e = static_cast<float>(kEdge);
  std::array<cv::Point2f, 4> to{{{-e * w, -e * h}, {w + e * w, -e * h}, {w + e * w, h + e * h}, {-e * w, h + e * h}}};
  cv::Mat patch, values;
  cv::warpPerspective(above, patch, cv::getPerspectiveTransform(quad.corners.data(), to.data()), kPatch,
                      cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  patch.convertTo(values, CV_32FC3);
  values -= cv::mean(values);
  const double length = cv::norm(values);
  return length > 0 ? cv::Mat(values / length) : values;
}

double correlation(const cv::Mat& a, const cv::Mat& b) {
  cv::Mat turned;
  cv::rotate(b, turned, cv::ROTATE_180);
  return std::max(a.dot(b), a.dot(turned));
}

/// What lies about the same middle as large as the deck's cards are.
AboveQuad ofSize(const AboveQuad& quad, double wide, double high) {
  const auto& c = quad.corners;
  const cv::Point2f middle = (c[0] + c[1] + c[2] + c[3]) * 0.25F;
  cv::Point2f across = (c[1] + c[2] - c[0] - c[3]) * 0.5F, down = (c[2] + c[3] - c[0] - c[1]) * 0.5F;
  across *= static_cast<float>(wide * kScale / (2 * cv::norm(across)));
  down *= static_cast<float>(high * kScale / (2 * cv::norm(down)));
  return {{middle - across - down, middle + across - down, middle + across + down, middle - across + down}, wide, high};
}

double usualSide(std::span<const Corners> open, const TableView& view, bool across) {
  std::vector<double> sides;
  for (const Corners& c : open) {
    std::array<TablePoint, 4> p;
    for (std::size_t i = 0; i < 4; ++i) p[i] = view.tableFromImage(c[i]);
    sides.push_back(across ? (distance(p[0], p[1]) + distance(p[2], p[3])) / 2
                           : (distance(p[1], p[2]) + distance(p[3], p[0])) / 2);
  }
  return median(sides);
}

}  // namespace

double PileBacks::likeness(const cv::Mat& patch) const {
  double best = 0;
  for (const cv::Mat& pattern : patterns_) best = std::max(best, correlation(pattern, patch));
  return best;
}

std::vector<FoundBack> PileBacks::find(const cv::Mat& bgr, const TableView& view, const TableRect& area,
                                       std::span<const Corners> open) {
  const cv::Mat above = seenFromAbove(bgr, view, area, kScale, cv::INTER_AREA);
  if (above.empty()) return {};
  std::vector<AboveQuad> quads = cardsByEdge(above);
  if (open.size() >= kEnoughRead) {
    const double wide = usualSide(open, view, true), high = usualSide(open, view, false);
    std::erase_if(quads, [&](const AboveQuad& quad) {
      return std::abs(quad.wide - wide) > kRim || std::abs(quad.high - high) > kRim;
    });
    for (AboveQuad& quad : quads) quad = ofSize(quad, wide, high);
  }
  const cv::Matx33d tableFromAbove = aboveFromTable(area, kScale).inv();
  std::vector<Corners> corners;
  std::vector<AboveQuad> kept;
  for (const AboveQuad& quad : quads) {
    Corners c{};
    for (std::size_t i = 0; i < 4; ++i) {
      const cv::Vec3d p = tableFromAbove * cv::Vec3d(quad.corners[i].x + 0.5, quad.corners[i].y + 0.5, 1);
      c[i] = view.imageFromTable({p[0] / p[2], p[1] / p[2]});
    }
    const auto isOpen = [&](const Corners& card) {
      return shareWithin(c, card) > kCovered || shareWithin(card, c) > kCovered;
    };
    if (std::any_of(open.begin(), open.end(), isOpen)) continue;
    corners.push_back(c);
    kept.push_back(quad);
  }
  const std::vector<double> chances = isBack_(bgr, corners);
  std::vector<FoundBack> backs;
  std::vector<cv::Mat> patches;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const cv::Mat patch = patchOf(above, kept[i]);
    const bool known = likeness(patch) > kSamePattern;
    if (chances[i] < (known ? kLikelyBack : kSurelyBack)) continue;
    const Corners& c = corners[i];
    const TablePoint top = view.tableFromImage(halfway(c[0], c[1])), bottom = view.tableFromImage(halfway(c[2], c[3]));
    const FoundBack back{{{(top.x + bottom.x) / 2, (top.y + bottom.y) / 2},
                          std::atan2(top.x - bottom.x, top.y - bottom.y) * 180 / CV_PI},
                         c,
                         known ? std::max(chances[i], kSurelyBack) : chances[i]};
    const auto same = std::find_if(backs.begin(), backs.end(), [&](const FoundBack& other) {
      return distance(other.pose.at, back.pose.at) < kSameBack;
    });
    if (same == backs.end())
      backs.push_back(back), patches.push_back(patch);
    else if (back.sure > same->sure)
      patches[static_cast<std::size_t>(same - backs.begin())] = patch, *same = back;
  }
  for (const cv::Mat& patch : patches)
    if (patterns_.size() < kMostPatterns && likeness(patch) < kSamePattern) patterns_.push_back(patch);
  return backs;
}

}  // namespace octo::vision
