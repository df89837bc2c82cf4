#pragma once

#include <opencv2/core.hpp>

namespace octo::vision {

/// How well two pictures of the same size and type go together, one channel each: 1 where one is the other in any
/// light, 0 where they have nothing to do with each other or one of them is of one grey.
double correlationOf(const cv::Mat& a, const cv::Mat& b);
/// The same where the mask is not 0.
double correlationOf(const cv::Mat& a, const cv::Mat& b, const cv::Mat& mask);

}  // namespace octo::vision
