#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tracker/vocabulary/face.h"
#include "tracker/vocabulary/json.h"
#include "tracker/vocabulary/table.h"

namespace octo::datasets {

/// A piece that lies on the table. The same `id` in two lines is the same piece.
struct ScenePiece {
  int id = 0;
  Face face{"?"};
  TablePose pose{};
  /// Higher lies on top; a board or mat is layer 0.
  int layer = 1;
  bool up = true;

  friend bool operator==(const ScenePiece&, const ScenePiece&) = default;
};

/// What lies on the table when an event has settled. Event 0 is the table before the game, and a line after the last
/// event is the table as it was left.
struct LayoutLine {
  int event = 0;
  std::vector<ScenePiece> pieces;

  /// Throws Malformed.
  static LayoutLine fromJson(const Json& line);
  Json toJson() const;
  friend bool operator==(const LayoutLine&, const LayoutLine&) = default;
};

/// A whole script, one JSON line each. Throws Malformed, with the line's number.
std::vector<LayoutLine> readLayoutLines(std::istream& in);

}  // namespace octo::datasets
