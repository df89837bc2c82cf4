#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/edition/edition.h"

namespace octo::vision {

/// What the print edition says about the shields: their drawings at the reader's scale, sharp and as blurred as
/// cameras see them, and what all have in common, the arrow.
class ShieldArt {
 public:
  explicit ShieldArt(const Edition& edition);

  /// The scale at which faces are compared.
  static constexpr double kPixelsPerMm = 1.0;
  /// Blur of the drawings, standard deviation in mm: a sharp picture, a middling one, one out of focus or in motion.
  static constexpr std::array kBlursMm{0.35, 0.9, 1.8};

  struct Shield {
    Face face;
    /// CV_32FC3 as printed, upright; one for each of kBlursMm.
    std::array<cv::Mat, kBlursMm.size()> drawings;
  };
  const std::vector<Shield>& shields() const { return shields_; }
  double acrossMm() const { return across_; }
  /// 8-bit: the octagon without its outermost edge, at kPixelsPerMm.
  const cv::Mat& mask() const { return mask_; }
  /// CV_32F: the arrow that all faces share, bright on dark, zero mean, at kPixelsPerMm, upright.
  const cv::Mat& arrow() const { return arrow_; }

 private:
  void drawMask();
  void averageArrow();

  double across_ = 0;
  std::vector<Shield> shields_;
  cv::Mat mask_;
  cv::Mat arrow_;
};

}  // namespace octo::vision
