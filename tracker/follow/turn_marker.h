#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tracker/follow/seen_rests.h"
#include "tracker/vocabulary/layout.h"
#include "tracker/vocabulary/observation.h"

namespace octo::tracker {

/// The places of the printed turn marker, which people may lay before the player in turn (`table.md`): the zones
/// `pN.turn` of a layout.
class TurnPlaces {
 public:
  explicit TurnPlaces(const Layout& layout);

  /// Before whom the marker lies; nothing where it is not seen, or lies elsewhere.
  std::optional<int> markedIn(const Observation& observation) const;
  /// Before whom the marker lies at the last of the rests, if it did not lie there when it was seen last.
  std::optional<int> newlyMarked(std::span<const SeenRest> rests) const;

 private:
  std::vector<TableRect> places_;
};

}  // namespace octo::tracker
