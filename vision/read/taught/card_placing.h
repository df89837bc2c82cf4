#pragma once

#include <opencv2/core.hpp>
#include <optional>

#include "vision/read/taught/card_pose.h"
#include "vision/read/taught/plane_sight.h"
#include "vision/read/taught/reference_details.h"
#include "vision/read/taught/taught_faces.h"

namespace octo::vision {

// Where a card lies exactly, once it is known to lie about there: in that pose the likeliest face fits best what shows.
// Any thread. `open`: the card's places that nothing covers (`PlaneSight::openPlaces`).

/// Features tell a card's place to a millimetre or two; the face that fits best tells it better.
PlanePose settled(PlanePose pose, const OpenPlaces& places, const LookFromAbove& seen);

/// Where a spotted card lies as its print tells it, or of a strip its sides, unless print tells it clearly better. The
/// spotter is a few millimetres and degrees off.
PlanePose settledFromSpotted(const PlanePose& spotted, int owner, const cv::Mat& open, const References& all,
                             const PlaneSight& sight);

/// Features may agree on a wrong turn of a shield by chance, above all on an outline that is the same at every eighth.
PlanePose settledFromAnyTurn(const PlanePose& found, const References& all, const PlaneSight& sight);

/// Where in a box a shield is likest, if one lies there.
std::optional<PlanePose> likeliestIn(cv::Point2d box, const PlaneSight& sight);

/// Where, within a pattern's period around that place, it is likest: a pattern that repeats fits as well a little
/// beside its place, but for the edge. The same place where nothing beside is likelier.
PlanePose likeliestBeside(const PlanePose& pose, const cv::Mat& open, const References& all, const PlaneSight& sight);

/// A rough look tells a strip's place to 2 mm and 2°. Its small print, which is all that tells faces apart, tells it
/// better.
PlanePose settledFinely(const PlanePose& pose, int owner, const cv::Mat& open, const References& all,
                        const PlaneSight& sight);

}  // namespace octo::vision
