#pragma once

#include <opencv2/core.hpp>

#include "ui/snapshot.h"

namespace octo::ui {

/// A copy of a picture with what was read drawn over it: the outline and name of every piece, the required
/// box, and on its lower edge how the game stands. For where there is no window.
cv::Mat annotated(const cv::Mat& bgr, const vision::View& view, const GameSnapshot& game);

}  // namespace octo::ui
