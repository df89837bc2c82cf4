#pragma once

#include <opencv2/core.hpp>
#include <span>
#include <string_view>

#include "datasets/scene/random.h"

namespace octo::datasets {

/// One sort of what a camera may see that is no card: drawn flat, 8-bit BGR.
struct CardlessKind {
  std::string_view name;
  cv::Mat (*draw)(Random& random);
};

/// Cloth, water, rain, print, maps, scribble and the like. No rank stands above a suit in any of them.
std::span<const CardlessKind> cardlessKinds();

/// Such a thing as a camera may see it: from some side, in some light, more or less sharp. Nothing that draws the
/// networks' training pictures (`datasets/cards/`) has a part in it.
cv::Mat cardlessPicture(const CardlessKind& kind, Random random);

}  // namespace octo::datasets
