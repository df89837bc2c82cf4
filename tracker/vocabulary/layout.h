#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tracker/vocabulary/cell.h"
#include "tracker/vocabulary/table.h"

namespace octo {

/// Boxes in columns and rows: the centre of the box at the top left (a1), and the steps between centres, mm. Columns
/// run towards +x, rows towards -y.
struct Grid {
  TablePoint first;
  double columnStep;
  double rowStep;
  int columns;
  int rows;

  TablePoint centre(Cell cell) const;
  /// The box whose centre is nearest, if the point is within half a step of it both ways.
  std::optional<Cell> cellAt(TablePoint point) const;
};

/// A named place on the table; `grid` where it has boxes.
struct Zone {
  std::string name;
  TableRect area;
  std::optional<Grid> grid;
};

/// Where things lie in one game for one number of players.
struct Layout {
  std::vector<Zone> zones;

  /// The zone of that name, or nullptr.
  const Zone* zone(std::string_view zoneName) const;
  /// The zone of that name. Throws Malformed.
  const Zone& neededZone(std::string_view zoneName) const;
};

/// Where a player sits: two players face each other, otherwise clockwise from Near. Of five or six, two sit at each of
/// the long sides that they fill (five leave Near to player 0 alone).
Side seat(int player, int players);

/// The point as somebody at that side sees it: x to the right, y away from them, mm from the play area's centre.
TablePoint seenFrom(Side side, TablePoint at);
TableRect seenFrom(Side side, const TableRect& area);

}  // namespace octo
