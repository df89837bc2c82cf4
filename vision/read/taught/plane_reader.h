#pragma once

#include <functional>
#include <limits>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/geometry/geometry.h"
#include "vision/read/taught/card_features.h"
#include "vision/read/taught/card_pose.h"
#include "vision/read/taught/card_spotter.h"
#include "vision/read/taught/plane_sight.h"
#include "vision/read/taught/taught_faces.h"
#include "vision/sighting.h"

namespace octo::vision {

/// In which places of a plane cards are looked for.
struct PlaneSearch {
  /// From the plane's origin, mm.
  double reach = std::numeric_limits<double>::infinity();
  /// Where cards may lie besides those places that are found.
  std::vector<PlanePose> mayLie = {};
  /// What the spotter saw of them; without it places are looked for on which features agree.
  const SpottedCards* spotted = nullptr;
  /// The middles of a board's boxes: a shield may lie about each, turned in any way.
  std::vector<cv::Point2d> boxes = {};
  std::function<bool(const PlanePose&)> isWanted = [](const PlanePose&) { return true; };
};

/// The cards that lie in one plane of a picture. Those that hide nothing come first, those they cover after them: what
/// lies under a card that was read is no evidence against the one below. `above`: outlines in the picture of cards read
/// before, which none of those to be read covers; those read now are added.
std::vector<Sighting> readPlane(const TaughtFaces& faces, const cv::Mat& bgr, const TableView& plane,
                                const SeenFeatures& seen, const PlaneSearch& search, Outlines& above);

}  // namespace octo::vision
