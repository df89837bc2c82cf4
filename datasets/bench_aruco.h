#pragma once

#include <functional>
#include <opencv2/core.hpp>

namespace octo::datasets {

/// OpenCV's own search for square markers in a grey picture, to compare with; nothing where Debian's
/// libopencv-contrib-dev was not there when this was built.
std::function<void(const cv::Mat&)> arucoDetection();

}  // namespace octo::datasets
