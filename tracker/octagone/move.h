#pragma once

#include <array>
#include <optional>
#include <variant>
#include <vector>

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

/// People say that the game goes on from what lies on the board, however it came about.
struct TakePosition {
  /// In the order of `boxes()`.
  std::array<std::optional<LaidShield>, kBoxes> board;
  /// Who is in turn.
  int turn;
  /// How many shields each has left; nothing where nobody counted them.
  std::optional<std::vector<int>> hands;
};

using Move = std::variant<LayLady, Place, Skip, TakePosition>;

/// Throws Malformed.
Move parseMove(const Event& event, const GameHeader& header);
/// A position is laid by nobody.
Event toEvent(std::optional<int> player, const Move& move);

}  // namespace octo::tracker::octagone
