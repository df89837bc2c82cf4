#pragma once

#include <opencv2/core.hpp>

#include "datasets/scene/camera.h"
#include "datasets/scene/difficulty.h"
#include "datasets/scene/light.h"
#include "datasets/scene/random.h"

namespace octo::datasets {

/// What else lies on a table: cups, telephones, coasters, papers, pens. Drawn around the rectangle of that size that
/// the game needs, into a straight picture.
void drawClutter(cv::Mat& straight, const Camera& camera, const Light& light, Random& random, Difficulty difficulty,
                 cv::Size2d game);

/// A telephone that lies there, mm.
void drawTelephone(cv::Mat& straight, const Camera& camera, const Light& light, cv::Point2d at, Random random);

}  // namespace octo::datasets
