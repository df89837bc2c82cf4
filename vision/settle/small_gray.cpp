#include "vision/settle/small_gray.h"

#include <algorithm>
#include <cmath>

namespace octo::vision {

int thinOut(const cv::Mat& bgr, cv::Mat& gray) {
  const int step = std::max(1, static_cast<int>(std::lround(static_cast<double>(bgr.cols) / kSmallWidth)));
  gray.create(std::max(1, bgr.rows / step), std::max(1, bgr.cols / step), CV_8UC1);
  for (int y = 0; y < gray.rows; ++y) {
    const uchar* from = bgr.ptr(std::min(y * step + step / 2, bgr.rows - 1)) + 3 * (step / 2);
    uchar* to = gray.ptr(y);
    for (int x = 0; x < gray.cols; ++x, from += 3 * step)
      to[x] = static_cast<uchar>((from[0] * 29 + from[1] * 150 + from[2] * 77) >> 8);  // Rec. 601 weights × 256
  }
  return step;
}

}  // namespace octo::vision
