#pragma once

#include <vector>

#include "tracker/vocabulary/event.h"
#include "tracker/vocabulary/json.h"
#include "tracker/vocabulary/layout.h"
#include "tracker/vocabulary/observation.h"

namespace octo::tracker {

/// The end of a game as one picture of the table tells it, without how it came to that.
struct Tally {
  /// Over, without a reason; `hands` only where the picture tells them.
  Result result;
  /// What was counted, an object a player.
  std::vector<Json> counted;
  /// What lies on the table for all, and what could not be read or given to anybody.
  Json table = Json::object();

  Json toJson() const;
};

/// Counts what the layout's zones hold; what counts is said in each game's own `tally.h`. Throws Malformed where the
/// header does not fit its game, and for a game that cannot be counted in a picture.
Tally tally(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces);

}  // namespace octo::tracker
