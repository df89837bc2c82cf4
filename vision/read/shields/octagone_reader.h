#pragma once

#include <memory>

#include "vision/read/reader.h"

namespace octo::vision {

/// Octagone: the boxes of the board.
std::unique_ptr<GameReader> makeOctagoneReader();

/// Everything in a single picture: the board and its boxes.
Recognition recognizeOctagone(const cv::Mat& bgr);

}  // namespace octo::vision
