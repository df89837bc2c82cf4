#include "tracker/vocabulary/layout.h"

#include <cmath>

namespace octo {

TablePoint Grid::centre(Cell cell) const {
  return {first.x + cell.column() * columnStep, first.y - cell.row() * rowStep};
}

std::optional<Cell> Grid::cellAt(TablePoint point) const {
  const long column = std::lround((point.x - first.x) / columnStep);
  const long row = std::lround((first.y - point.y) / rowStep);
  if (column < 0 || column >= columns || row < 0 || row >= rows) return std::nullopt;
  return Cell::at(static_cast<int>(column), static_cast<int>(row));
}

const Zone* Layout::zone(std::string_view zoneName) const {
  for (const Zone& zone : zones)
    if (zone.name == zoneName) return &zone;
  return nullptr;
}

Side seat(int player, int players) {
  if (players == 2) return player == 0 ? Side::Near : Side::Far;
  constexpr Side kClockwise[] = {Side::Near, Side::Left, Side::Far, Side::Right};
  return kClockwise[player % 4];
}

}  // namespace octo
