#pragma once

#include <opencv2/core.hpp>

#include "datasets/scene/difficulty.h"
#include "datasets/scene/random.h"

namespace octo::datasets {

/// A table top of our own making: wood, cloth (plain, checked, striped, dotted) or laminate. 8-bit BGR, `kSurfaceMm`
/// wide and high, its middle under the board's; it may be mirrored at its edges.
cv::Mat makeSurface(Random& random, Difficulty difficulty);

inline constexpr double kSurfaceMm = 1600.0;

}  // namespace octo::datasets
