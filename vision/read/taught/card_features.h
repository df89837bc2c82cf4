#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/geometry/geometry.h"
#include "vision/read/taught/taught_faces.h"

namespace octo::vision {

/// Features of the picture, and of each the feature of the edition that is most like it.
struct SeenFeatures {
  std::vector<cv::KeyPoint> points;
  std::vector<std::size_t> like;
};

SeenFeatures featuresOf(const cv::Mat& bgr, const TaughtFaces& faces);

/// Of areas that do not overlap. Where one reaches beyond what a camera can see it shows nothing.
SeenFeatures featuresIn(const cv::Mat& bgr, const TableView& table, const std::vector<TableRect>& areas,
                        const TaughtFaces& faces);

}  // namespace octo::vision
