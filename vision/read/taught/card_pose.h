#pragma once

#include <cmath>
#include <numbers>
#include <opencv2/core.hpp>

namespace octo::vision {

/// Where a card lies in a plane: mm, x right, y down, which is the other way round than on the table; degrees
/// clockwise.
struct PlanePose {
  cv::Point2d at;
  double angle;
};

/// From a card's middle to its corner, mm, at most.
inline constexpr double kMostReach = 60;

inline cv::Point2d turnedBy(cv::Point2d p, double degrees) {
  const double a = degrees * std::numbers::pi / 180, c = std::cos(a), s = std::sin(a);
  return {p.x * c - p.y * s, p.x * s + p.y * c};
}

inline double angleBetween(double a, double b) { return std::abs(std::remainder(a - b, 360.0)); }

}  // namespace octo::vision
