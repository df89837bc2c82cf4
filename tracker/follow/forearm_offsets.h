#pragma once

#include <array>
#include <vector>

#include "tracker/vocabulary/observation.h"

namespace octo::tracker {

/// How far from what they lay the forearms of each side are seen to end. Fingers reach beyond what they hold, and a
/// forearm that is higher above the table than thought is seen farther from the camera. People differ: of 263 shields
/// laid by a mixed club the forearms ended 22 to 125 mm beyond and up to 50 mm to either side (98 of 100), half of one
/// person's within 4 to 20 mm of their own. So each side's offset is an ordinary person's at first and learnt from the
/// first piece on.
class ForearmOffsets {
 public:
  /// The next look, of the game or of what came before it.
  void learn(const Observation& now);
  /// Moves the ends of the forearms to where the games expect them, beside what they touched, and says how exactly
  /// that is so.
  void correct(std::vector<ForearmTrack>& forearms) const;

 private:
  static constexpr std::size_t kSides = 4;
  /// The latest of them, seen from that side, mm.
  std::array<std::vector<TablePoint>, kSides> seen_;
  std::vector<SeenPiece> before_;
};

}  // namespace octo::tracker
