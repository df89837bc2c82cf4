#include "datasets/scene/blend.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <opencv2/core/hal/intrin.hpp>

namespace octo::datasets {
namespace {

/// 256 for 1.
std::array<int, 3> fixed(const cv::Vec3f& light) {
  return {static_cast<int>(light[0] * 256), static_cast<int>(light[1] * 256), static_cast<int>(light[2] * 256)};
}

void over(uchar* below, const uchar* above, const std::array<int, 3>& light) {
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

#if CV_SIMD128

/// The four channels between four pixels, in the low half of eight; places are in 65536ths of a pixel.
cv::v_uint16x8 sampled(const uchar* top, const uchar* bottom, std::int64_t x16, std::int64_t y16) {
  const auto fx = static_cast<ushort>((x16 >> 8) & 255), fy = static_cast<ushort>((y16 >> 8) & 255);
  const auto rx = static_cast<ushort>(256 - fx), ry = static_cast<ushort>(256 - fy);
  // Both sums stay within 16 bits: 255 times weights that add up to 256.
  const cv::v_uint16x8 column =
      cv::v_shr<8>(cv::v_add_wrap(cv::v_mul_wrap(cv::v_load_expand(top), cv::v_setall_u16(ry)),
                                  cv::v_mul_wrap(cv::v_load_expand(bottom), cv::v_setall_u16(fy))));
  const cv::v_uint16x8 parts = cv::v_mul_wrap(column, cv::v_uint16x8(rx, rx, rx, rx, fx, fx, fx, fx));
  return cv::v_shr<8>(cv::v_add_wrap(parts, cv::v_combine_high(parts, parts)));
}

void sample(const cv::Mat& sprite, std::int64_t x16, std::int64_t y16, uchar* value) {
  const uchar* top = sprite.ptr<uchar>(static_cast<int>(y16 >> 16)) + 4 * (x16 >> 16);
  const cv::v_uint16x8 wide = sampled(top, top + sprite.step[0], x16, y16);
  std::array<uchar, 8> narrowed;
  cv::v_pack_store(narrowed.data(), wide);
  std::copy_n(narrowed.begin(), 4, value);
}

#else

void sample(const cv::Mat& sprite, std::int64_t x16, std::int64_t y16, uchar* value) {
  const int fx = static_cast<int>(x16 >> 8) & 255, fy = static_cast<int>(y16 >> 8) & 255;
  const uchar* top = sprite.ptr<uchar>(static_cast<int>(y16 >> 16)) + 4 * (x16 >> 16);
  const uchar* bottom = top + sprite.step[0];
  for (std::size_t i = 0; i < 4; ++i) {
    const int left = (top[i] * (256 - fy) + bottom[i] * fy) >> 8;
    const int right = (top[i + 4] * (256 - fy) + bottom[i + 4] * fy) >> 8;
    value[i] = static_cast<uchar>((left * (256 - fx) + right * fx) >> 8);
  }
}

#endif

}  // namespace

void blendSprite(cv::Mat& picture, const cv::Mat& sprite, const cv::Matx23d& m, const cv::Vec3f& light) {
  const double det = m(0, 0) * m(1, 1) - m(0, 1) * m(1, 0);
  if (std::abs(det) < 1e-12) return;
  const double a = m(1, 1) / det, b = -m(0, 1) / det, c = -m(1, 0) / det, d = m(0, 0) / det;
  const double tx = -(a * m(0, 2) + b * m(1, 2)), ty = -(c * m(0, 2) + d * m(1, 2));
  const auto lit = fixed(light);
  constexpr double kOne = 65536.0;
  std::array<uchar, 4> value;
  for (int y = 0; y < picture.rows; ++y) {
    double from = 0, to = picture.cols;
    const double sx = b * y + tx, sy = d * y + ty;
    narrow(sx, a, sprite.cols - 1.01, from, to);
    narrow(sy, c, sprite.rows - 1.01, from, to);
    const int first = static_cast<int>(std::ceil(from)), last = static_cast<int>(std::floor(to));
    if (first >= last) continue;
    std::int64_t x16 = static_cast<std::int64_t>((sx + a * first) * kOne),
                 y16 = static_cast<std::int64_t>((sy + c * first) * kOne);
    const std::int64_t stepX = static_cast<std::int64_t>(a * kOne), stepY = static_cast<std::int64_t>(c * kOne);
    uchar* pixel = picture.ptr<uchar>(y) + 3 * first;
    for (int x = first; x < last; ++x, pixel += 3, x16 += stepX, y16 += stepY) {
      if (x16 < 0 || y16 < 0 || (x16 >> 16) >= sprite.cols - 1 || (y16 >> 16) >= sprite.rows - 1) continue;
      sample(sprite, x16, y16, value.data());
      if (value[3] > 0) over(pixel, value.data(), lit);
    }
  }
}

void blendPatch(cv::Mat part, const cv::Mat& patch, const cv::Vec3f& light) {
  const auto lit = fixed(light);
  for (int y = 0; y < part.rows; ++y) {
    uchar* pixel = part.ptr<uchar>(y);
    const uchar* above = patch.ptr<uchar>(y);
    for (int x = 0; x < part.cols; ++x, pixel += 3, above += 4)
      if (above[3] > 0) over(pixel, above, lit);
  }
}

void darken(cv::Mat part, const cv::Mat& mask, double depth) {
  const int dark = static_cast<int>(depth * 256);
  for (int y = 0; y < part.rows; ++y) {
    uchar* pixel = part.ptr<uchar>(y);
    const uchar* cover = mask.ptr<uchar>(y);
    int x = 0;
#if CV_SIMD128
    const cv::v_uint16x8 whole = cv::v_setall_u16(256), share = cv::v_setall_u16(static_cast<ushort>(dark));
    for (; x + 16 <= part.cols; x += 16) {
      cv::v_uint16x8 low, high;
      cv::v_expand(cv::v_load(cover + x), low, high);
      low = cv::v_sub_wrap(whole, cv::v_shr<8>(cv::v_mul_wrap(low, share)));
      high = cv::v_sub_wrap(whole, cv::v_shr<8>(cv::v_mul_wrap(high, share)));
      std::array<cv::v_uint8x16, 3> colours;
      cv::v_load_deinterleave(pixel + 3 * x, colours[0], colours[1], colours[2]);
      for (cv::v_uint8x16& colour : colours) {
        cv::v_uint16x8 first, second;
        cv::v_expand(colour, first, second);
        colour = cv::v_pack(cv::v_shr<8>(cv::v_mul_wrap(first, low)), cv::v_shr<8>(cv::v_mul_wrap(second, high)));
      }
      cv::v_store_interleave(pixel + 3 * x, colours[0], colours[1], colours[2]);
    }
#endif
    for (; x < part.cols; ++x) {
      const int keep = 256 - (cover[x] * dark >> 8);
      for (int i = 0; i < 3; ++i) pixel[3 * x + i] = static_cast<uchar>(pixel[3 * x + i] * keep >> 8);
    }
  }
}

}  // namespace octo::datasets
