#pragma once

#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "datasets/scene/difficulty.h"
#include "datasets/scene/habits.h"
#include "datasets/scene/layout_line.h"
#include "datasets/scene/moment.h"
#include "datasets/scene/random.h"
#include "tracker/vocabulary/table.h"

namespace octo::datasets {

struct ChoreographyOptions {
  int players = 2;
  double framesPerSecond = 30;
  Difficulty difficulty = Difficulty::Default;
  /// The mat or board that people sit around, mm.
  double width = 420, height = 365;
  /// Whether a hand there is in the picture: hands come from where it is not.
  std::function<bool(SpacePoint)> inSight = [](SpacePoint at) { return std::abs(at.x) < 450 && std::abs(at.y) < 350; };
  /// How thick a piece is, mm.
  std::function<double(const Face&)> thickness = [](const Face&) { return 2.0; };
  /// Who did each event, by its number from 1; who lays back a piece after the last one is `last`.
  std::vector<int> actors;
  int last = 0;
  /// Whether each event changed the table for good, by its number from 1; what did not is undone by who did it.
  std::vector<bool> applied;
  /// What goes is taken by whoever acted in the event before.
  bool lastActorTakes = false;
  /// Share of the steps within an event after which the table rests for a moment.
  double pauses = 0.7;
  /// It always rests where the next step covers whole what the last one laid: everybody must see each card.
  bool showsWhatIsCovered = false;
  /// Share of the steps after which a hand stays where it is for some seconds.
  double lingers = 0;
  /// Once in the middle of the game.
  bool bump = false, lamp = false;
  /// Somebody lays a telephone down beside the mat, and takes it up some events later.
  bool telephone = false;
  /// Share of the events before which somebody's shadow passes over the table.
  double shades = 0;
  /// How everybody moves, rests and talks. Without it all move much alike, as the difficulty has it.
  std::optional<Habits> people;
};

/// How hands make each layout out of the one before: they bring, lay, turn, turn over, take, push, carry several pieces
/// at once, linger, and sometimes reach over the table for nothing. One moment a frame. The table is at rest before and
/// after every event, and often between its steps.
std::vector<Moment> choreograph(const std::vector<LayoutLine>& script, const ChoreographyOptions& options,
                                Random random);

}  // namespace octo::datasets
