#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/read/cards/card_index.h"
#include "vision/read/cards/card_networks.h"

namespace octo::vision {

/// Every index in a picture (8-bit BGR) with what it says, once each, at whatever size it is shown.
std::vector<SeenIndex> findIndices(CardNetworks& networks, const cv::Mat& bgr);

}  // namespace octo::vision
