#include "vision/read/shields/drawing_set.h"

#include <algorithm>
#include <cmath>

namespace octo::vision {
namespace {

/// Ties brightness to the light map, its slope and the veil to nothing; all weak beside thousands of pixels, and only
/// there for drawings of one tone.
constexpr double kTieScale = 2e5, kTieSlope = 2e6, kTieVeil = 40;
/// Darker than this share of what the light map expects, a plain surface (a sleeve, a saucer) would pass for a drawing
/// in deep shade; shadows on a lit table leave a third at least.
constexpr double kLeastScale = 0.3;
constexpr double kNoDrawing = 120;  // printed levels

/// Products of the four terms (brightness, its two slopes, veil), summed over the pixels.
cv::Matx44d products(const cv::Mat& basis) {
  const cv::Mat bright = basis.row(0), across = basis.row(1), down = basis.row(2);
  const double ba = bright.dot(across), bd = bright.dot(down), ad = across.dot(down);
  const double b = cv::sum(bright)[0], a = cv::sum(across)[0], d = cv::sum(down)[0];
  return {bright.dot(bright) + kTieScale,
          ba,
          bd,
          b,
          ba,
          across.dot(across) + kTieSlope,
          ad,
          a,
          bd,
          ad,
          down.dot(down) + kTieSlope,
          d,
          b,
          a,
          d,
          static_cast<double>(basis.cols) + kTieVeil};
}

}  // namespace

void DrawingSet::add(const cv::Mat& drawing) { drawings_.push_back(drawing); }

void DrawingSet::relight(const LightMap& light) {
  lit_.resize(drawings_.size());
  const int values = 3 * cv::countNonZero(mask_);
  for (std::size_t i = 0; i < drawings_.size(); ++i) {
    cv::Mat& basis = lit_[i].basis;
    basis.create(3, values, CV_32F);
    float *bright = basis.ptr<float>(0), *across = basis.ptr<float>(1), *down = basis.ptr<float>(2);
    for (int y = 0; y < mask_.rows; ++y)
      for (int x = 0; x < mask_.cols; ++x) {
        if (mask_.at<uchar>(y, x) == 0) continue;
        const cv::Vec3f colour = light.seen(drawings_[i].at<cv::Vec3f>(y, x));
        const float u = 2.0F * (static_cast<float>(x) + 0.5F) / static_cast<float>(mask_.cols) - 1;
        const float v = 2.0F * (static_cast<float>(y) + 0.5F) / static_cast<float>(mask_.rows) - 1;
        for (int c = 0; c < 3; ++c) {
          *bright++ = colour[c];
          *across++ = colour[c] * u;
          *down++ = colour[c] * v;
        }
      }
    lit_[i].inverse = products(basis).inv(cv::DECOMP_CHOLESKY);
  }
}

void DrawingSet::gather(const cv::Mat& patch, int x, int y, Seen& seen) const {
  seen.values.create(1, 3 * cv::countNonZero(mask_), CV_32F);
  float* to = seen.values.ptr<float>();
  for (int row = 0; row < mask_.rows; ++row) {
    const cv::Vec3f* from = patch.ptr<cv::Vec3f>(y + row) + x;
    const uchar* in = mask_.ptr(row);
    for (int column = 0; column < mask_.cols; ++column) {
      if (in[column] == 0) continue;
      for (int c = 0; c < 3; ++c) *to++ = from[column][c];
    }
  }
  seen.sum = cv::sum(seen.values)[0];
  seen.squares = seen.values.dot(seen.values);
  const cv::Scalar means = cv::mean(seen.values.reshape(3));
  seen.plain =
      seen.squares - seen.values.cols / 3.0 * (means[0] * means[0] + means[1] * means[1] + means[2] * means[2]);
}

Misfit DrawingSet::compare(std::size_t drawing, const Seen& seen) const {
  const Lit& lit = lit_[drawing];
  const cv::Vec4d right(lit.basis.row(0).dot(seen.values) + kTieScale, lit.basis.row(1).dot(seen.values),
                        lit.basis.row(2).dot(seen.values), seen.sum);
  const cv::Vec4d fit = lit.inverse * right;
  const double remains = std::max(0.0, seen.squares + kTieScale - right.dot(fit));
  const double residual = std::sqrt(remains / seen.values.cols) / std::max(fit[0], kLeastScale);
  const double missing = std::clamp(1 - fit[0] / kLeastScale, 0.0, 1.0);
  return {residual + missing * kNoDrawing, fit[0], remains / std::max(seen.plain, 1.0)};
}

}  // namespace octo::vision
