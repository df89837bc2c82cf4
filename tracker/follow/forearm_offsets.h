#pragma once

#include <array>
#include <vector>

#include "tracker/vocabulary/observation.h"

namespace octo::tracker {

/// How far from what they lay the arms of each side are seen to end. Fingers reach beyond what they hold, and a forearm
/// that is higher above the table than thought is seen farther from the camera: in 22 rendered games the medians were
/// 32 to 113 mm beyond and up to 63 mm to the right, by game and side, and half of a side's arms within 4 to 20 mm
/// of its own.
class ForearmOffsets {
 public:
  /// The next look, of the game or of what came before it.
  void learn(const Observation& now);
  /// Moves the ends of the arms to where the games expect them, beside what they touched, once each side's offset is
  /// known.
  void correct(std::vector<ForearmTrack>& forearms) const;

 private:
  static constexpr std::size_t kSides = 4;
  /// The latest of them, seen from that side, mm.
  std::array<std::vector<TablePoint>, kSides> seen_;
  std::vector<SeenPiece> before_;
};

}  // namespace octo::tracker
