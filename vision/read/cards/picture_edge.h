#pragma once

#include <opencv2/core.hpp>

#include "vision/read/cards/card_index.h"

namespace octo::vision {

/// The card's outline as far as it lies in a picture of that size, with four corners in the card's order: nobody sees
/// how far it goes on beyond.
Corners endedAtPicture(const Corners& card, cv::Size size);

}  // namespace octo::vision
