#pragma once

#include <cstdint>
#include <functional>
#include <opencv2/core.hpp>
#include <vector>

#include "tracker/vocabulary/face.h"
#include "vision/edition/taught_edition.h"

namespace octo::datasets {

/// One piece alone on a bare table, photographed.
struct Shot {
  Face face;
  /// 8-bit BGR.
  cv::Mat bgr;
  /// The piece's corners, px, as in `vision::Sighting`.
  std::vector<cv::Point2d> outline;
};

/// What somebody takes who teaches that edition: so many pictures of each face, each from another side and in another
/// light, rendered. `each` is called once for every picture; its picture is drawn over afterwards.
void takeShots(const vision::TaughtEdition& edition, int views, std::uint64_t seed,
               const std::function<void(const Shot&)>& each);

}  // namespace octo::datasets
