#pragma once

#include <vector>

#include "vision/geometry/geometry.h"
#include "vision/read/taught/card_features.h"

namespace octo::vision {

/// The plane as a card tells it: mm from its middle.
struct CardPlane {
  TableView view;
  int inliers;
};

/// Of the cards seen best, the best first: where no table is known, these tell the planes around them.
std::vector<CardPlane> planesOfCards(const TaughtFaces& faces, const SeenFeatures& seen);

}  // namespace octo::vision
