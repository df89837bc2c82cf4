#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "tests/vision/table_picture.h"
#include "vision/edition/edition.h"

namespace octo::vision::testing {

struct LaidCard {
  Face face;
  TablePoint at;
  double angle;  // degrees clockwise
};

/// Cards laid one after the other on the bare table of `table_picture.h`.
cv::Mat tableWith(GameId game, const std::vector<LaidCard>& cards);

}  // namespace octo::vision::testing
