#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/geometry/geometry.h"
#include "vision/read/shields/board_art.h"

namespace octo::vision {

/// How the printed colours look in one picture: a gain that changes smoothly over the board, from the board's ground,
/// and one mixing of colours, from the triangles, markers and frame: warm lamps, dusk, a wrong white balance, a faded
/// or a grey print are all in these. What is seen at a place is gain × (mix · printed + lift), each channel apart.
class LightMap {
 public:
  /// From a picture (8-bit BGR) and the view of the board in it. Hands and shields over part of the board do not
  /// disturb it.
  static LightMap measure(const cv::Mat& bgr, const TableView& view, const BoardArt& board);
  /// Where nothing is known of the light: as drawn.
  static LightMap neutral();

  cv::Vec3f gainAt(TablePoint at) const;
  /// How a printed colour (0 to 255, BGR) looks under a gain of 1.
  cv::Vec3f seen(const cv::Vec3f& printed) const { return mix_ * printed + lift_; }
  /// Whether colours mix as in the other, to less than a printed level or two: then what is drawn in one light need not
  /// be drawn anew for the other.
  bool mixesLike(const LightMap& other) const;

 private:
  static constexpr int kTerms = 6;
  using Polynomial = std::array<double, kTerms>;
  static Polynomial terms(TablePoint at);

  /// Of each channel: the logarithm of the gain.
  std::array<Polynomial, 3> gain_{};
  cv::Matx33f mix_ = cv::Matx33f::eye();
  cv::Vec3f lift_{0, 0, 0};
  friend class LightFit;
};

}  // namespace octo::vision
