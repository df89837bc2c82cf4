#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "vision/read/coded/dot_row.h"

namespace octo::vision {

/// Whether a card lies half a turn otherwise than `imageFromCard` (as for `readRow`) says: both its ends spell the same
/// word, but most drawings have a top. `covers`: what may lie on it, mm on the card. False where too little of it is
/// seen, or its drawing is the same after half a turn.
bool liesUpsideDown(const cv::Mat& grey, const CodedFaces& faces, const Face& face, const cv::Matx33d& imageFromCard,
                    const std::vector<std::vector<cv::Point>>& covers);

}  // namespace octo::vision
