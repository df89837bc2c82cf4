#pragma once

#include <cmath>

#include "datasets/scene/choreography.h"
#include "tracker/record/record_io.h"
#include "tracker/referee/match.h"

namespace octo::datasets {

/// A record's choreography on a table of 870 × 700 mm that the camera sees and some more, 10 frames a second.
inline ChoreographyOptions optionsFor(const tracker::Record& record) {
  ChoreographyOptions options;
  options.players = static_cast<int>(record.header.players.size());
  options.framesPerSecond = 10;
  options.width = 870, options.height = 700;
  options.inSight = [](SpacePoint at) { return std::abs(at.x) < 520 && std::abs(at.y) < 440; };
  options.thickness = [](const Face&) { return 0.4; };
  tracker::Match match(record.header);
  int last = record.header.first;
  for (const Event& event : record.events) {
    options.actors.push_back(last = event.player.value_or(last));
    options.applied.push_back(match.play(event).applied);
  }
  return options;
}

}  // namespace octo::datasets
