#include "tracker/follow/pinned_faces.h"

namespace octo::tracker {
namespace {

constexpr double kSamePieceMm = 12.0, kPointedAtMm = 35.0;

}  // namespace

void PinnedFaces::pin(const SeenPiece& piece, const Face& face, std::optional<Facing> facing) {
  const Pin pin{piece.pose.at, piece.face(), face, facing ? std::optional(facing->degrees()) : std::nullopt};
  std::erase_if(pins_,
                [&](const Pin& other) { return distance(other.at, pin.at) < kSamePieceMm && other.read == pin.read; });
  pins_.push_back(pin);
}

Observation PinnedFaces::apply(Observation look) const {
  for (SeenPiece& piece : look.pieces)
    for (const Pin& pin : pins_)
      if (distance(piece.pose.at, pin.at) < kSamePieceMm && (piece.face() == pin.read || piece.face().isUnknown())) {
        piece.faces = {{pin.face, 1.0}};
        piece.presence = 1;
        if (pin.angle) piece.pose.angle = *pin.angle;
      }
  return look;
}

const SeenPiece* pieceNear(const Observation& look, TablePoint at) {
  const SeenPiece* found = nullptr;
  double least = kPointedAtMm;
  for (const SeenPiece& piece : look.pieces)
    if (const double away = distance(piece.pose.at, at); away < least) {
      least = away;
      found = &piece;
    }
  return found;
}

}  // namespace octo::tracker
