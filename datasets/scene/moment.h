#pragma once

#include <optional>
#include <string>
#include <vector>

#include "datasets/scene/arm.h"
#include "datasets/scene/camera.h"
#include "datasets/scene/layout_line.h"

namespace octo::datasets {

/// An arm over the table.
struct ArmState {
  int player = 0;
  Grip grip = Grip::Open;
  /// The point between thumb and fingers.
  SpacePoint at;
  /// Where the fingers point, degrees clockwise from the table's y axis.
  double direction = 0;
  /// Whether it is a left arm; unset, it is the one that this person's looks say.
  std::optional<bool> left{};
};

/// A piece in somebody's hand.
struct CarriedPiece {
  ScenePiece piece;
  /// Of its lower side above the table, mm.
  double height = 0;
};

/// What happens to the room, from one frame to the next.
enum class Mishap {
  Bump,       // the table or the camera is knocked: from now on the view is another
  Lamp,       // a lamp goes on, or off
  Telephone,  // one is laid down beside the game (`Moment::beside`), or taken up again
};

/// What there is to see in one frame, besides what never moves.
struct Moment {
  std::vector<ArmState> arms;
  /// The lowest first.
  std::vector<CarriedPiece> carried;
  /// Set where what lies on the table changes: the new layout, in effect from this frame on.
  std::optional<std::vector<ScenePiece>> lying;
  /// Events (numbers from 1) that have settled with this frame.
  std::vector<int> settled;
  std::vector<Mishap> mishaps;
  /// Where the telephone lies, with that mishap.
  TablePoint beside{};
  /// Somebody stands in the light: the middle of the shadow.
  std::optional<TablePoint> shade;
};

}  // namespace octo::datasets
