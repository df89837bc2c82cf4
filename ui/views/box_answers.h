#pragma once

#include <optional>
#include <vector>

#include "ui/snapshot.h"

namespace octo::ui {

/// What may lie in a box other than what was read: for the answers that one click opens.
struct BoxAnswers {
  /// What is believed to lie there; absent for an empty box.
  std::optional<Face> believed;
  /// Its facing; that of the reading, or north, where the box is believed empty.
  Facing facing = Facing::N;
  /// Faces that the reading thought of, likeliest first, without the believed one and `?`.
  std::vector<Face> likely;
  /// The event that brought the piece there; absent where none did.
  std::optional<int> n;
};

BoxAnswers answersFor(Cell cell, const GameSnapshot& game, const vision::View* seen);

/// The number of the last event that laid something into the box.
std::optional<int> lastEventAt(Cell cell, const GameSnapshot& game);

/// The box of an event, if it has one.
std::optional<Cell> boxOf(const Event& event);

}  // namespace octo::ui
