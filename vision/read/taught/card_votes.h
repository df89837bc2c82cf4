#pragma once

#include <vector>

#include "vision/geometry/geometry.h"
#include "vision/read/taught/card_features.h"
#include "vision/read/taught/card_pose.h"

namespace octo::vision {

/// Where several features of a picture agree on a card in that plane, those with the most votes first. `reach`: how far
/// from the plane's origin, mm.
std::vector<PlanePose> posesAgreedOn(const SeenFeatures& seen, const TaughtFaces& faces, const TableView& plane,
                                     double reach);

}  // namespace octo::vision
