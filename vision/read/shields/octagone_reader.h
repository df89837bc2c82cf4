#pragma once

#include <memory>

#include "vision/read/reader.h"

namespace octo::vision {

/// Octagone: the boxes of the board.
std::unique_ptr<GameReader> makeOctagoneReader(const Edition& edition = printEdition(GameId::Octagone));

/// Everything in a single picture: the board and its boxes. `corners`: of the play area in the picture, or
/// none.
Recognition recognizeOctagone(const cv::Mat& bgr, const std::vector<ImagePoint>& corners,
                              const Edition& edition = printEdition(GameId::Octagone));

}  // namespace octo::vision
