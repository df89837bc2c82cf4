#pragma once

#include <opencv2/core.hpp>
#include <string>
#include <vector>

#include "tracker/vocabulary/table.h"
#include "vision/geometry/geometry.h"

/// Pictures of our Octagone board with shields on it, made by the tests themselves: another hand than the workshop's
/// renderer, so that the two do not share mistakes.
namespace octo::vision::testing {

struct LaidShield {
  std::string face;  // "shield:red"
  TablePoint at;
  double angle;  // degrees clockwise, 0 = N
};

/// Where the camera stands and what it does to the picture.
struct Camera {
  double tilt = 0;     // degrees from the vertical
  double azimuth = 0;  // degrees clockwise around the table; 0: at player 0's side
  double roll = 0;     // degrees the picture is turned
  double fill = 0.92;  // share of the picture's height or width that the board takes
  cv::Size size{1920, 1080};
  double distortion = 0;  // radial, first coefficient (negative: barrel)
};

struct Light {
  double gain = 1.0;
  cv::Vec3d balance{1, 1, 1};  // blue, green, red
  double slope = 0;            // how much darker the right edge is than the left, 0 to 1
  double gamma = 1.0;
  double shadowAt = -1e9;  // x in mm: left of it lies a shadow of half the light
  double glare = 0;        // grey levels of a bright spot over the middle
};

struct Sensor {
  double blur = 0.6;   // Gaussian, pixels
  double noise = 2.0;  // grey levels
  int jpeg = 0;        // quality; 0: none
  std::uint64_t seed = 1;
};

struct Picture {
  cv::Mat bgr;
  TableView view;
};

/// The table from above, 4 pixels a millimetre, 560 × 480 mm around the board's centre.
cv::Mat drawTable(const std::vector<LaidShield>& shields, bool withBoard = true);
constexpr double kTableScale = 4.0;

/// Seen by a camera. `table` as drawTable makes it; whoever wants more on it paints it there first.
Picture photograph(const cv::Mat& table, const Camera& camera, const Light& light = {}, const Sensor& sensor = {});

}  // namespace octo::vision::testing
