#include "tracker/follow/seen_again.h"

#include <algorithm>

namespace octo::tracker {

bool isSeenAgain(const SeenPiece& piece, const std::vector<SeenPiece>& pieces) {
  constexpr double kSamePlace = 12;  // mm
  return std::any_of(pieces.begin(), pieces.end(), [&](const SeenPiece& other) {
    return other.face() == piece.face() && distance(other.pose.at, piece.pose.at) < kSamePlace;
  });
}

}  // namespace octo::tracker
