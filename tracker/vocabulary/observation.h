#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tracker/vocabulary/face.h"
#include "tracker/vocabulary/table.h"

namespace octo {

/// A piece as the settled table showed it. Evidence, not truth.
struct SeenPiece {
  /// Best first, at least one; `?` counts as a face. The confidences add up to at most 1.
  std::vector<Candidate> faces;
  /// How likely there is a piece at all, 0 to 1. Places surely empty have no SeenPiece.
  double presence = 1.0;
  TablePose pose{};
  /// How much of the piece can be seen, 0 to 1.
  double visible = 1.0;

  const Face& face() const { return faces.front().face; }
  double confidence() const { return faces.front().confidence * presence; }
};

/// A forearm that was over the table since the observation before. One that drew back and came again elsewhere is two,
/// in that order.
struct ForearmTrack {
  Side from;
  /// How sure the side is, 0 to 1.
  double confidence;
  /// How far it reached: the point farthest from its side, mm.
  TablePoint reached;
  /// Where it came over the edge of the play area then, the middle of its width, mm; nothing where that was not seen.
  std::optional<TablePoint> entered = std::nullopt;
  /// It lay over the table still when the table was looked at: the next look may show the same forearm. Set by a
  /// follower.
  bool stayed = false;
};

/// The whole table at rest, in millimetres, or what lies still of it. What vision hands to the tracker; immutable.
struct Observation {
  /// Seconds since the source began, and its frame number, of the moment the table came to rest.
  double time = 0;
  std::int64_t frame = 0;
  std::vector<SeenPiece> pieces;
  /// Parts of the play area that could not be seen: an empty place there is no evidence.
  std::vector<TableRect> hidden;
  std::vector<ForearmTrack> forearms;
  /// Something moved in other parts, which are hidden. Of a forearm that is over the table yet the next observation
  /// tells only what it did since.
  bool inPart = false;
};

}  // namespace octo
