#include "vision/locate/marker_finder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <opencv2/imgproc.hpp>

#include "vision/locate/marker_dictionary.h"
#include "vision/locate/quad.h"

namespace octo::vision {
namespace {

/// Pictures are searched at this width at most; corners are then sharpened in the full picture.
constexpr int kSearchWidth = 2000;
/// Of the 20 modules of the border this many may look white (a speck of glare, a thread).
constexpr int kWrongBorder = 2;
constexpr int kWrongBits = 1;
/// White and black modules differ by this many grey levels at least.
constexpr double kLeastContrast = 16.0;

/// Mean grey of each module of a marker, row by row.
using Modules = std::array<double, kMarkerModules * kMarkerModules>;

cv::Matx33d imageFromModules(const Quad& quad) {
  constexpr float kSide = kMarkerModules;
  const std::array<cv::Point2f, 4> square{{{0, 0}, {kSide, 0}, {kSide, kSide}, {0, kSide}}};
  std::array<cv::Point2f, 4> corners;
  std::copy(quad.begin(), quad.end(), corners.begin());
  return cv::getPerspectiveTransform(square.data(), corners.data());
}

cv::Point2d projected(const cv::Matx33d& homography, double x, double y) {
  const cv::Vec3d p = homography * cv::Vec3d(x, y, 1);
  return {p[0] / p[2], p[1] / p[2]};
}

Modules readModules(const cv::Mat& gray, const Quad& quad) {
  const cv::Matx33d map = imageFromModules(quad);
  Modules modules{};
  for (int row = 0; row < kMarkerModules; ++row)
    for (int column = 0; column < kMarkerModules; ++column) {
      double sum = 0;
      for (const double v : {0.3, 0.5, 0.7})
        for (const double u : {0.3, 0.5, 0.7}) sum += greyAt(gray, projected(map, column + u, row + v));
      modules[static_cast<std::size_t>(row * kMarkerModules + column)] = sum / 9;
    }
  return modules;
}

bool onBorder(int column, int row) {
  return column == 0 || row == 0 || column == kMarkerModules - 1 || row == kMarkerModules - 1;
}

/// The level between black and white: the geometric mean, since half a marker may lie in shade, where white is darker
/// but black hardly is. More than 20 modules are black and at least three white, so that these ranks are sure.
std::optional<double> blackWhiteLevel(Modules modules) {
  std::sort(modules.begin(), modules.end());
  if (modules.back() - modules.front() < kLeastContrast) return std::nullopt;
  return std::sqrt((modules[4] + 1) * (modules[modules.size() - 3] + 1)) - 1;
}

/// The 16 bits in reading order, if the border is black.
std::optional<std::uint16_t> bitsOf(const Modules& modules) {
  const auto level = blackWhiteLevel(modules);
  if (!level) return std::nullopt;
  int wrongBorder = 0;
  std::uint16_t bits = 0;
  for (int row = 0; row < kMarkerModules; ++row)
    for (int column = 0; column < kMarkerModules; ++column) {
      const bool white = modules[static_cast<std::size_t>(row * kMarkerModules + column)] > *level;
      if (onBorder(column, row))
        wrongBorder += white ? 1 : 0;
      else
        bits = static_cast<std::uint16_t>((bits << 1) | (white ? 1 : 0));
    }
  if (wrongBorder > kWrongBorder) return std::nullopt;
  return bits;
}

/// The pattern as it is read when the marker is turned by quarters clockwise.
std::uint16_t turned(std::uint16_t bits) {
  std::uint16_t result = 0;
  for (int row = 0; row < kMarkerBits; ++row)
    for (int column = 0; column < kMarkerBits; ++column)
      result = static_cast<std::uint16_t>((result << 1) | (markerBit(bits, row, kMarkerBits - 1 - column) ? 1 : 0));
  return result;
}

struct Match {
  int id;
  int quarters;  // clockwise turn of the marker in the quad
  int wrong;
};

std::optional<Match> matchOf(std::uint16_t seen) {
  std::optional<Match> best;
  for (std::size_t id = 0; id < kMarkerPatterns.size(); ++id) {
    std::uint16_t pattern = kMarkerPatterns[id];
    for (int quarters = 0; quarters < 4; ++quarters, pattern = turned(pattern)) {
      const int wrong = std::popcount(static_cast<unsigned>(pattern ^ seen));
      if (wrong <= kWrongBits && (!best || wrong < best->wrong)) best = Match{static_cast<int>(id), quarters, wrong};
    }
  }
  return best;
}

std::array<ImagePoint, 4> uprightCorners(const Quad& quad, int quarters) {
  std::array<ImagePoint, 4> corners{};
  for (std::size_t i = 0; i < 4; ++i) {
    const cv::Point2d& at = quad[(i + static_cast<std::size_t>(quarters)) % 4];
    corners[i] = {at.x + 0.5, at.y + 0.5};
  }
  return corners;
}

std::optional<FoundMarker> decode(const cv::Mat& gray, const Quad& quad) {
  const auto bits = bitsOf(readModules(gray, quad));
  if (!bits) return std::nullopt;
  const auto match = matchOf(*bits);
  if (!match) return std::nullopt;
  return FoundMarker{match->id, uprightCorners(quad, match->quarters), match->wrong};
}

/// A module: how far from a guess an edge is looked for.
double reachOf(const Quad& quad) { return std::clamp(shortestSide(quad) / kMarkerModules * 0.8, 1.5, 8.0); }

Quad scaled(const Quad& quad, double factor) {
  Quad result;
  for (std::size_t i = 0; i < 4; ++i) result[i] = (quad[i] + cv::Point2d(0.5, 0.5)) * factor - cv::Point2d(0.5, 0.5);
  return result;
}

bool samePlace(const FoundMarker& a, const FoundMarker& b) {
  const double dx = a.corners[0].x - b.corners[0].x, dy = a.corners[0].y - b.corners[0].y;
  return a.id == b.id && dx * dx + dy * dy < 36;
}

void keepBetter(std::vector<FoundMarker>& found, const FoundMarker& marker) {
  const auto twin = std::find_if(found.begin(), found.end(), [&](const auto& f) { return samePlace(f, marker); });
  if (twin == found.end())
    found.push_back(marker);
  else if (marker.wrongBits < twin->wrongBits)
    *twin = marker;
}

}  // namespace

std::vector<FoundMarker> findMarkers(const cv::Mat& gray) {
  double factor = 1.0;
  cv::Mat searched = gray;
  if (gray.cols > kSearchWidth) {
    factor = static_cast<double>(gray.cols) / kSearchWidth;
    cv::resize(gray, searched, {}, 1 / factor, 1 / factor, cv::INTER_AREA);
  }
  std::vector<FoundMarker> found;
  for (const Quad& rough : findDarkQuads(searched)) {
    const Quad quad = scaled(rough, factor);
    const auto sharp = sharpened(gray, quad, std::max(reachOf(quad), 1.5 * factor));
    if (!sharp) continue;
    if (const auto marker = decode(gray, *sharp)) keepBetter(found, *marker);
  }
  return found;
}

std::optional<FoundMarker> verifyMarker(const cv::Mat& gray, int id, const std::array<ImagePoint, 4>& guess) {
  Quad quad;
  for (std::size_t i = 0; i < 4; ++i) {
    quad[i] = {guess[i].x - 0.5, guess[i].y - 0.5};
    if (quad[i].x < 0 || quad[i].y < 0 || quad[i].x > gray.cols - 1 || quad[i].y > gray.rows - 1) return std::nullopt;
  }
  const auto sharp = sharpened(gray, quad, reachOf(quad));
  if (!sharp) return std::nullopt;
  const auto marker = decode(gray, *sharp);
  // Upright in the guess's own corners, or something else stands there.
  if (!marker || marker->id != id || !(marker->corners[0] == ImagePoint{(*sharp)[0].x + 0.5, (*sharp)[0].y + 0.5}))
    return std::nullopt;
  return marker;
}

}  // namespace octo::vision
