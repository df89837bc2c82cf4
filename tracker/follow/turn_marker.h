#pragma once

#include <optional>
#include <vector>

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

 private:
  std::vector<TableRect> places_;
};

}  // namespace octo::tracker
