#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

#include "datasets/scene/habits.h"
#include "datasets/scene/stage.h"

namespace octo::datasets {

/// Octagone's board with shields of chance: about half the boxes, every face and facing, laid as inexactly as the table
/// conventions allow (10 mm, 12°) or less; with `people`, as neatly as either of the first two players does, within
/// that. The board comes first.
std::vector<ScenePiece> randomShields(std::uint64_t seed, const Habits* people = nullptr);

/// A picture of these pieces, at rest and without hands, camera, light and sensor from the seed.
cv::Mat boardPicture(const std::vector<ScenePiece>& pieces, const StageOptions& options, std::uint64_t seed);

/// The same of any game, and what of each piece can be seen, by its id.
struct TablePicture {
  cv::Mat bgr;
  std::map<int, double> visible;
};
TablePicture tablePicture(const vision::Edition& edition, const std::vector<ScenePiece>& pieces,
                          const StageOptions& options, std::uint64_t seed);

}  // namespace octo::datasets
