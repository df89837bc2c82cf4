#include "vision/read/correlation.h"

#include <cmath>

namespace octo::vision {

double correlationOf(const cv::Mat& a, const cv::Mat& b) {
  const double count = static_cast<double>(a.total()), meanA = cv::sum(a)[0] / count, meanB = cv::sum(b)[0] / count;
  const double spread = (a.dot(a) - count * meanA * meanA) * (b.dot(b) - count * meanB * meanB);
  return spread > 1e-6 ? (a.dot(b) - count * meanA * meanB) / std::sqrt(spread) : 0;
}

}  // namespace octo::vision
