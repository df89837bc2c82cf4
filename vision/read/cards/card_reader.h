#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/pipeline.h"

namespace octo::vision {

/// The French-suited cards in a picture (8-bit BGR): faces with calibrated confidence and runners-up, `?` where the
/// reading is not sure, outlines also where part of the card is covered. Cards of which no index shows are not found.
/// Any thread may call it; callers take turns.
std::vector<Sighting> readCards(const cv::Mat& bgr);

}  // namespace octo::vision
