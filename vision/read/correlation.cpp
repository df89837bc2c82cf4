#include "vision/read/correlation.h"

#include <cmath>

namespace octo::vision {
namespace {

/// Of `count` pixels; the others are 0.
double correlation(const cv::Mat& a, const cv::Mat& b, double count) {
  if (count == 0) return 0;
  const double meanA = cv::sum(a)[0] / count, meanB = cv::sum(b)[0] / count;
  const double spread = (a.dot(a) - count * meanA * meanA) * (b.dot(b) - count * meanB * meanB);
  return spread > 1e-6 ? (a.dot(b) - count * meanA * meanB) / std::sqrt(spread) : 0;
}

}  // namespace

double correlationOf(const cv::Mat& a, const cv::Mat& b) { return correlation(a, b, static_cast<double>(a.total())); }

double correlationOf(const cv::Mat& a, const cv::Mat& b, const cv::Mat& mask) {
  cv::Mat x, y;
  a.copyTo(x, mask);
  b.copyTo(y, mask);
  return correlation(x, y, cv::countNonZero(mask));
}

}  // namespace octo::vision
