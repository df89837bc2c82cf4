#pragma once

#include <opencv2/core.hpp>
#include <span>
#include <vector>

#include "vision/read/cards/card_index.h"

namespace octo::vision {

/// Quadrangles of a card's shape in the picture, clockwise with a short side first, the largest first; none that
/// covers one of the cards `known`. What lies in them is for a network to tell.
std::vector<Corners> cardLikeQuads(const cv::Mat& bgr, std::span<const Corners> known);

}  // namespace octo::vision
