#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/read/shields/light_map.h"

namespace octo::vision {

/// How well a drawing explains a patch.
struct Misfit {
  /// Root mean square of what remains, in printed levels (0 to 255), so that dusk and noon compare.
  double residual = 1e9;
  /// Brightness of the patch against what the light map expects; 1 where it lies in the same light.
  double scale = 1;
  /// What remains as a share of what remains of a plain surface of one colour: near 1, and the drawing is no better an
  /// explanation than a sleeve of its mean colour.
  double unexplained = 1;
};

/// Drawings of one size and mask as they should look in one light, to be compared with patches. A local brightness that
/// may change linearly across the patch (shade, a tilted piece, gloss) and a veil of grey are fitted first; the rest is
/// misfit.
class DrawingSet {
 public:
  /// A patch's pixels under the mask.
  struct Seen {
    cv::Mat values;  // 1 × 3n, CV_32F
    double sum = 0, squares = 0;
    double plain = 0;  // squares about the mean of each channel
  };

  explicit DrawingSet(cv::Mat mask) : mask_(std::move(mask)) {}
  /// `drawing`: CV_32FC3, as printed.
  void add(const cv::Mat& drawing);
  /// The light from now on; to be called before `compare`.
  void relight(const LightMap& light);

  std::size_t size() const { return drawings_.size(); }
  const cv::Mat& mask() const { return mask_; }
  /// `patch`: CV_32FC3, as seen divided by the gain; the mask's top left corner lies on its pixel (x, y).
  void gather(const cv::Mat& patch, int x, int y, Seen& seen) const;
  Misfit compare(std::size_t drawing, const Seen& seen) const;

 private:
  struct Lit {
    cv::Mat basis;  // 3 rows of 3n: the drawing, and it times the place across and down
    cv::Matx44d inverse;
  };
  cv::Mat mask_;
  std::vector<cv::Mat> drawings_;
  std::vector<Lit> lit_;
};

}  // namespace octo::vision
