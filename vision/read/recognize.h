#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "tracker/vocabulary/game_id.h"
#include "vision/sighting.h"

namespace octo::vision {

/// Everything there is to see in a single picture (8-bit BGR). An empty list where there is nothing.
/// `corners`: as in `PipelineOptions`.
Recognition recognize(GameId game, const cv::Mat& bgr, const std::vector<ImagePoint>& corners = {});

}  // namespace octo::vision
