#pragma once

#include <opencv2/core.hpp>

namespace octo::vision {

/// The picture smaller, each pixel the mean of what it covers. By halves first, which is four times as fast and hardly
/// another picture.
cv::Mat shrunk(const cv::Mat& picture, cv::Size size);

}  // namespace octo::vision
