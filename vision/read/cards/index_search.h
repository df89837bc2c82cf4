#pragma once

#include <opencv2/core.hpp>
#include <span>
#include <vector>

#include "vision/read/cards/card_index.h"
#include "vision/read/cards/card_networks.h"

namespace octo::vision {

/// How much time a picture is worth: a frame among many is looked at once, a photograph closely.
enum class Effort { Frame, Photograph };

/// Every index in a picture (8-bit BGR) with what it says, once each, at whatever size it is shown. `expected`: where
/// one may stand, too, though the detector overlooks it.
std::vector<SeenIndex> findIndices(CardNetworks& networks, const cv::Mat& bgr, Effort effort = Effort::Photograph,
                                   std::span<const CardIndex> expected = {});

}  // namespace octo::vision
