#pragma once

#include <opencv2/core.hpp>

namespace octo::vision {

/// A frame thinned out to about this many pixels across: enough to see a hand or a shield move.
inline constexpr int kSmallWidth = 480;

/// Every n-th pixel of a BGR frame as grey, into `gray`, whose buffer is reused. Returns n.
int thinOut(const cv::Mat& bgr, cv::Mat& gray);

}  // namespace octo::vision
