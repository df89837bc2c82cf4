#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "datasets/scene/difficulty.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/moment.h"
#include "datasets/scene/random.h"
#include "tracker/vocabulary/table.h"

namespace octo::datasets {

struct ChoreographyOptions {
  int players = 2;
  double framesPerSecond = 30;
  Difficulty difficulty = Difficulty::Default;
  /// Whether a hand there is in the picture: hands come from where it is not.
  std::function<bool(SpacePoint)> inSight = [](SpacePoint at) { return std::abs(at.x) < 450 && std::abs(at.y) < 350; };
  /// Who did each event, by its number from 1; who lays back a piece after the last one is `last`.
  std::vector<int> actors;
  int last = 0;
};

/// How hands make each layout out of the one before: they bring, lay, turn, take, linger, and sometimes reach over the
/// table for nothing. One moment a frame. The table is at rest before and after every change.
std::vector<Moment> choreograph(const std::vector<LayoutLine>& script, const ChoreographyOptions& options,
                                Random random);

}  // namespace octo::datasets
