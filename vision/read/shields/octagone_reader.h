#pragma once

#include <memory>

#include "vision/read/reader.h"

namespace octo::vision {

/// Octagone: the boxes of the board.
std::unique_ptr<GameReader> makeOctagoneReader();

/// Everything in a single picture: the board and its boxes. `corners`: of the play area in the picture, or
/// none.
Recognition recognizeOctagone(const cv::Mat& bgr, const std::vector<ImagePoint>& corners);

/// Where the board lies, by its printed marks or by `corners` of the play area; no pieces.
Recognition findBoard(const cv::Mat& bgr, const std::vector<ImagePoint>& corners);

}  // namespace octo::vision
