#include "datasets/scene/blend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace octo::datasets {
namespace {

/// 256 for 1.
std::array<int, 3> fixed(const cv::Vec3f& light) {
  return {static_cast<int>(light[0] * 256), static_cast<int>(light[1] * 256), static_cast<int>(light[2] * 256)};
}

void over(uchar* below, const std::array<int, 4>& above, const std::array<int, 3>& light) {
  const int keep = 256 - above[3] - (above[3] >> 7);
  for (std::size_t i = 0; i < 3; ++i)
    below[i] = static_cast<uchar>(std::min(255, (below[i] * keep >> 8) + (above[i] * light[i] >> 8)));
}

/// Narrows [from, to) to where 0 <= start + step * x <= most.
void narrow(double start, double step, double most, double& from, double& to) {
  if (std::abs(step) < 1e-12) {
    if (start < 0 || start > most) to = from;
    return;
  }
  const double a = -start / step, b = (most - start) / step;
  from = std::max(from, std::min(a, b));
  to = std::min(to, std::max(a, b));
}

std::array<int, 4> sample(const cv::Mat& sprite, std::int64_t x16, std::int64_t y16) {
  const int x = static_cast<int>(x16 >> 16), y = static_cast<int>(y16 >> 16);
  const int fx = static_cast<int>(x16 >> 8) & 255, fy = static_cast<int>(y16 >> 8) & 255;
  const uchar* top = sprite.ptr<uchar>(y) + 4 * x;
  const uchar* bottom = sprite.ptr<uchar>(y + 1) + 4 * x;
  std::array<int, 4> value;
  for (std::size_t i = 0; i < 4; ++i) {
    const int above = top[i] * (256 - fx) + top[i + 4] * fx;
    const int below = bottom[i] * (256 - fx) + bottom[i + 4] * fx;
    value[i] = (above * (256 - fy) + below * fy) >> 16;
  }
  return value;
}

}  // namespace

void blendSprite(cv::Mat& picture, const cv::Mat& sprite, const cv::Matx23d& m, const cv::Vec3f& light) {
  const double det = m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0);
  if (std::abs(det) < 1e-12) return;
  const double a = m(1, 1) / det, b = -m(0, 1) / det, c = -m(1, 0) / det, d = m(0, 0) / det;
  const double tx = -(a * m(0, 2) + b * m(1, 2)), ty = -(c * m(0, 2) + d * m(1, 2));
  const auto lit = fixed(light);
  constexpr double kOne = 65536.0;
  for (int y = 0; y < picture.rows; ++y) {
    double from = 0, to = picture.cols;
    const double sx = b * y + tx, sy = d * y + ty;
    narrow(sx, a, sprite.cols - 1.01, from, to);
    narrow(sy, c, sprite.rows - 1.01, from, to);
    const int first = static_cast<int>(std::ceil(from)), last = static_cast<int>(std::floor(to));
    if (first >= last) continue;
    std::int64_t x16 = static_cast<std::int64_t>((sx + a * first) * kOne), y16 = static_cast<std::int64_t>((sy + c * first) * kOne);
    const std::int64_t stepX = static_cast<std::int64_t>(a * kOne), stepY = static_cast<std::int64_t>(c * kOne);
    uchar* pixel = picture.ptr<uchar>(y) + 3 * first;
    for (int x = first; x < last; ++x, pixel += 3, x16 += stepX, y16 += stepY) {
      if (x16 < 0 || y16 < 0 || (x16 >> 16) >= sprite.cols - 1 || (y16 >> 16) >= sprite.rows - 1) continue;
      const auto value = sample(sprite, x16, y16);
      if (value[3] > 0) over(pixel, value, lit);
    }
  }
}

void blendPatch(cv::Mat part, const cv::Mat& patch, const cv::Vec3f& light) {
  const auto lit = fixed(light);
  for (int y = 0; y < part.rows; ++y) {
    uchar* pixel = part.ptr<uchar>(y);
    const uchar* above = patch.ptr<uchar>(y);
    for (int x = 0; x < part.cols; ++x, pixel += 3, above += 4)
      if (above[3] > 0) over(pixel, {above[0], above[1], above[2], above[3]}, lit);
  }
}

void darken(cv::Mat part, const cv::Mat& mask, double depth) {
  const int dark = static_cast<int>(depth * 256);
  for (int y = 0; y < part.rows; ++y) {
    uchar* pixel = part.ptr<uchar>(y);
    const uchar* cover = mask.ptr<uchar>(y);
    for (int x = 0; x < part.cols; ++x, pixel += 3) {
      if (cover[x] == 0) continue;
      const int keep = 256 - (cover[x] * dark >> 8);
      for (int i = 0; i < 3; ++i) pixel[i] = static_cast<uchar>(pixel[i] * keep >> 8);
    }
  }
}

}  // namespace octo::datasets
