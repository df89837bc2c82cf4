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

/// Counts what the layout's zones hold:
/// - Octagone: the shields laid; what is left of each hand if nobody skipped;
/// - The OCTAL: the hands, laid open before each player (cards in no pile's zone, by the nearest turn marker's place);
/// - Oct8: the octopuses in columns on field and shipped places, by the header's options. A player's octopus colour is
///   that of the header's setup (`colours`) or the head on the player's turn place; who has neither is `unrevealed`,
///   and `settled` and `may_win` say whether those colours can still change who wins;
/// - Octa: the open number cards in own runs.
/// Throws Malformed where the header does not fit its game.
Tally tally(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces);

}  // namespace octo::tracker
