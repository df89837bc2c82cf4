#pragma once

#include <optional>
#include <vector>

#include "tracker/infer/situation.h"
#include "tracker/octa/octa_arrangement.h"

namespace octo::tracker::octa {

/// Something people do at the table that is no event of the game.
struct Aside {
  /// How the pieces lie then; nothing where they lie as before.
  std::optional<OctaArrangement> after;
  /// Where a hand comes for it, mm.
  TablePoint at;
  /// How likely whoever is in turn does that next, 0 to 1.
  double prior;
};

/// What may have been done where the table differs so from what should lie there: what was discarded at once is squared
/// up, a card set straight, cards of runs moved along to make room, a whole run laid elsewhere; or a hand came to a
/// pile and did nothing.
std::vector<Aside> asidesAt(const OctaArrangement& arrangement, const infer::Difference& difference);

}  // namespace octo::tracker::octa
