#pragma once

#include <opencv2/core.hpp>
#include <opencv2/core/hal/intrin.hpp>

namespace octo::vision {

/// The side of the blocks in which change is looked for, in pixels of the thinned-out picture.
inline constexpr int kChangeBlock = 8;

/// Over the pixels of a block in two pictures: of each, of its squares, and of the products.
struct BlockSums {
  int a = 0, b = 0, aa = 0, bb = 0, ab = 0;
};

/// Both 8-bit grey; the block's corner at the top left lies there.
inline BlockSums sumsOf(const cv::Mat& a, const cv::Mat& b, int left, int top) {
  static_assert(kChangeBlock == cv::v_int16x8::nlanes);
  const auto lineOf = [&](const cv::Mat& picture, int y) {
    return cv::v_reinterpret_as_s16(cv::v_load_expand(picture.ptr(y) + left));
  };
  const cv::v_int16x8 one = cv::v_setall_s16(1);
  cv::v_int32x4 sumA = cv::v_setzero_s32(), sumB = sumA, sumAA = sumA, sumBB = sumA, sumAB = sumA;
  for (int y = top; y < top + kChangeBlock; ++y) {
    const cv::v_int16x8 u = lineOf(a, y), v = lineOf(b, y);
    sumA += cv::v_dotprod(u, one);
    sumB += cv::v_dotprod(v, one);
    sumAA += cv::v_dotprod(u, u);
    sumBB += cv::v_dotprod(v, v);
    sumAB += cv::v_dotprod(u, v);
  }
  return {cv::v_reduce_sum(sumA), cv::v_reduce_sum(sumB), cv::v_reduce_sum(sumAA), cv::v_reduce_sum(sumBB),
          cv::v_reduce_sum(sumAB)};
}

}  // namespace octo::vision
