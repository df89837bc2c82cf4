#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "tracker/vocabulary/game_id.h"
#include "vision/sighting.h"

namespace octo::vision {

/// Everything there is to see in a single picture (8-bit BGR). An empty list where there is nothing.
/// `corners`: as in `PipelineOptions`.
Recognition recognize(GameId game, const cv::Mat& bgr, const std::vector<ImagePoint>& corners = {});

/// Our own pieces, known by their dots or drawings, with those of the `others` that are not one of our cards read once
/// more. A token on a card is another piece.
Recognition withOtherDecks(Recognition ours, std::vector<Sighting> others);

}  // namespace octo::vision
