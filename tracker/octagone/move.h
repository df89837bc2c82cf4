#pragma once

#include <variant>

#include "tracker/octagone/board.h"
#include "tracker/vocabulary/event.h"

namespace octo::tracker::octagone {

/// The White Lady is laid on any box by the starting player: the first move.
struct LayLady {
  Cell at;
  Facing facing;
};

/// A shield is laid on a box, its arrow in a facing.
struct Place {
  Shield shield;
  Cell at;
  Facing facing;
};

/// The player holds neither the colour of the required box nor a joker.
struct Skip {};

using Move = std::variant<LayLady, Place, Skip>;

/// Throws Malformed.
Move parseMove(const Event& event, const GameHeader& header);

}  // namespace octo::tracker::octagone
