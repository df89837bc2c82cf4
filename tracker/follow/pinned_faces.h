#pragma once

#include <optional>
#include <vector>

#include "tracker/vocabulary/cell.h"
#include "tracker/vocabulary/observation.h"

namespace octo::tracker {

/// What people said of pieces that were misread. It holds for a piece within 12 mm of that place, whatever is read
/// there, as long as the same is read or nothing is.
class PinnedFaces {
 public:
  /// The piece, as it was seen, is that face, and lies turned so where they said that, too. Replaces what was said of
  /// it before.
  void pin(const SeenPiece& piece, const Face& face, std::optional<Facing> facing = {});
  /// The look, with its pieces as people said.
  Observation apply(Observation look) const;

 private:
  struct Pin {
    TablePoint at;
    Face read, face;
    /// Degrees.
    std::optional<double> angle = std::nullopt;
  };

  std::vector<Pin> pins_;
};

/// The piece that somebody means who points at that place: the nearest one within 35 mm; else null.
const SeenPiece* pieceNear(const Observation& look, TablePoint at);

}  // namespace octo::tracker
