#pragma once

#include <vector>

#include "tracker/vocabulary/observation.h"
#include "vision/sighting.h"

namespace octo::vision {

/// Those sightings whose place on the table is known, as pieces that lie there.
inline std::vector<SeenPiece> seenPieces(const std::vector<Sighting>& sightings) {
  std::vector<SeenPiece> pieces;
  for (const Sighting& sighting : sightings)
    if (sighting.pose) pieces.push_back({sighting.faces, sighting.presence, *sighting.pose, sighting.visible});
  return pieces;
}

}  // namespace octo::vision
