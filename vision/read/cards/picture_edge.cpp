#include "vision/read/cards/picture_edge.h"

#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "vision/read/cards/card_geometry.h"

namespace octo::vision {
namespace {

ImagePoint clamped(ImagePoint p, cv::Size size) {
  return {std::clamp(p.x, 0.0, static_cast<double>(size.width)),
          std::clamp(p.y, 0.0, static_cast<double>(size.height))};
}

/// Where the way from a point in the picture to one outside leaves it.
ImagePoint exitPoint(ImagePoint in, ImagePoint out, cv::Size size) {
  const auto share = [](double from, double to, double end) {
    const double edge = to < 0 ? 0 : end;
    return to < 0 || to > end ? (edge - from) / (to - from) : 1.0;
  };
  const double t = std::min(share(in.x, out.x, size.width), share(in.y, out.y, size.height));
  return clamped({in.x + t * (out.x - in.x), in.y + t * (out.y - in.y)}, size);
}

bool onOneEdge(ImagePoint a, ImagePoint b, cv::Size size) {
  return (a.x == b.x && (a.x == 0 || a.x == size.width)) || (a.y == b.y && (a.y == 0 || a.y == size.height));
}

/// Corners beyond the picture's edge are moved onto it, along a side of the card that begins in the picture where there
/// is one.
Corners movedToEdge(const Corners& card, cv::Size size) {
  std::array<bool, 4> in{};
  for (std::size_t k = 0; k < 4; ++k) {
    const ImagePoint inside = clamped(card[k], size);
    in[k] = inside.x == card[k].x && inside.y == card[k].y;
  }
  Corners outline = card;
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t before = (k + 3) % 4, after = (k + 1) % 4;
    if (in[k]) continue;
    outline[k] =
        in[before] == in[after] ? clamped(card[k], size) : exitPoint(card[in[before] ? before : after], card[k], size);
  }
  for (std::size_t k = 0; k < 4; ++k) {  // of a card that shows one corner, the one opposite lies between the other two
    const ImagePoint &before = outline[(k + 3) % 4], &after = outline[(k + 1) % 4];
    if (std::count(in.begin(), in.end(), true) == 1 && in[(k + 2) % 4] && onOneEdge(before, after, size))
      outline[k] = {(before.x + after.x) / 2, (before.y + after.y) / 2};
  }
  return outline;
}

/// What of the card lies in the picture, clockwise.
std::vector<cv::Point2f> partInside(const Corners& card, cv::Size size) {
  const auto w = static_cast<double>(size.width), h = static_cast<double>(size.height);
  std::vector<cv::Point2f> part = sharedPart(polygonOf(card), polygonOf({{{0, 0}, {w, 0}, {w, h}, {0, h}}}));
  if (cv::contourArea(part, true) < 0) std::reverse(part.begin(), part.end());
  return part;
}

/// The four corners of a convex polygon that hold most of it.
Corners fourOf(const std::vector<cv::Point2f>& polygon) {
  Corners best{};
  const std::size_t count = polygon.size();
  for (std::size_t a = 0; a < count; ++a)
    for (std::size_t b = a + 1; b < count; ++b)
      for (std::size_t c = b + 1; c < count; ++c)
        for (std::size_t d = c + 1; d < count; ++d) {
          const Corners four{{{polygon[a].x, polygon[a].y},
                              {polygon[b].x, polygon[b].y},
                              {polygon[c].x, polygon[c].y},
                              {polygon[d].x, polygon[d].y}}};
          if (areaOf(four) > areaOf(best)) best = four;
        }
  return best;
}

/// The same corners, beginning so that each is as near as may be to its own.
Corners inOrderOf(const Corners& own, Corners corners) {
  const auto apart = [&](const Corners& other) {
    double sum = 0;
    for (std::size_t k = 0; k < own.size(); ++k) sum += distance(own[k], other[k]);
    return sum;
  };
  Corners best = corners;
  for (std::size_t turn = 1; turn < own.size(); ++turn) {
    std::rotate(corners.begin(), corners.begin() + 1, corners.end());
    if (apart(corners) < apart(best)) best = corners;
  }
  return best;
}

}  // namespace

Corners endedAtPicture(const Corners& card, cv::Size size) {
  const Corners moved = movedToEdge(card, size);
  // A card in a corner of the picture, or nearly along its edge, shows five corners and more.
  const std::vector<cv::Point2f> seen = partInside(card, size);
  if (seen.size() < 5) return moved;
  const Corners four = inOrderOf(card, fourOf(seen));
  return overlap(polygonOf(four), seen) > overlap(polygonOf(moved), seen) ? four : moved;
}

}  // namespace octo::vision
