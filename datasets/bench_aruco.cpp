#include "datasets/bench_aruco.h"

#ifdef OCTO_ARUCO
#include <opencv2/aruco.hpp>
#include <vector>
#endif

namespace octo::datasets {

std::function<void(const cv::Mat&)> arucoDetection() {
#ifdef OCTO_ARUCO
  return [dictionary = cv::aruco::getPredefinedDictionary(cv::aruco::DICT_4X4_50)](const cv::Mat& grey) {
    std::vector<std::vector<cv::Point2f>> corners;
    std::vector<int> ids;
    cv::aruco::detectMarkers(grey, dictionary, corners, ids);
  };
#else
  return {};
#endif
}

}  // namespace octo::datasets
