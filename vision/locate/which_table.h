#pragma once

#include <opencv2/core.hpp>
#include <optional>
#include <vector>

#include "tracker/vocabulary/game_id.h"

namespace octo::vision {

/// Whose board or mat lies on the table.
struct WhichTable {
  GameId game;
  /// For how many players the print edition has it, the fewest first.
  std::vector<int> players;
  friend bool operator==(const WhichTable&, const WhichTable&) = default;
};

/// What the marks in an 8-bit BGR picture tell; nothing where too few are seen, or where several tables fit them about
/// equally well.
std::optional<WhichTable> whichTable(const cv::Mat& bgr);

}  // namespace octo::vision
