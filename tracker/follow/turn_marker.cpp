#include "tracker/follow/turn_marker.h"

#include <string>

namespace octo::tracker {

TurnPlaces::TurnPlaces(const Layout& layout) {
  while (const Zone* zone = layout.zone("p" + std::to_string(places_.size()) + ".turn")) places_.push_back(zone->area);
}

std::optional<int> TurnPlaces::markedIn(const Observation& observation) const {
  constexpr double kSure = 0.5;
  for (const SeenPiece& piece : observation.pieces) {
    if (piece.face() != Face("turn") || piece.confidence() < kSure) continue;
    for (std::size_t player = 0; player < places_.size(); ++player)
      if (places_[player].contains(piece.pose.at)) return static_cast<int>(player);
  }
  return std::nullopt;
}

std::optional<int> TurnPlaces::newlyMarked(std::span<const SeenRest> rests) const {
  const auto marked = markedIn(rests.back().observation);
  if (!marked) return std::nullopt;
  for (std::size_t before = rests.size() - 1; before-- > 0;)
    if (const auto was = markedIn(rests[before].observation)) return was == marked ? std::nullopt : marked;
  return std::nullopt;
}

}  // namespace octo::tracker
