#pragma once

#include <array>

#include "tracker/oct8/arm.h"

namespace octo::tracker::oct8 {

/// How many copies of each piece the print edition has: `seeds/oct8/pieces.toml`.
struct PieceList {
  std::array<int, Arm::kFaces> arms{};
  int headsOfAColour = 0;
  /// Heads of each colour that leave the short game.
  int headsLeftOut = 0;

  int copies(Arm arm) const { return arms[arm.index()]; }
  int allArms() const;
};

/// Read once. Throws std::runtime_error where the seed is not as this program needs it (a mistake of ours).
const PieceList& pieceList();

}  // namespace octo::tracker::oct8
