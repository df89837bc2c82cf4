#include "vision/geometry/shrink.h"

#include <opencv2/imgproc.hpp>

namespace octo::vision {

cv::Mat shrunk(const cv::Mat& picture, cv::Size size) {
  cv::Mat now = picture;
  const auto canHalve = [&] {
    return now.cols % 2 == 0 && now.rows % 2 == 0 && now.cols / 2 >= size.width && now.rows / 2 >= size.height;
  };
  for (cv::Mat half; canHalve(); now = half, half = cv::Mat())
    cv::resize(now, half, {now.cols / 2, now.rows / 2}, 0, 0, cv::INTER_AREA);
  if (now.size() == size) return now;
  cv::Mat last;
  cv::resize(now, last, size, 0, 0, cv::INTER_AREA);
  return last;
}

}  // namespace octo::vision
