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
  using enum Side;
  constexpr Side kTwo[] = {Near, Far}, kUpToFour[] = {Near, Left, Far, Right}, kFive[] = {Near, Left, Far, Far, Right},
                 kSix[] = {Near, Near, Left, Far, Far, Right};
  if (players <= 2) return kTwo[player % 2];
  if (players <= 4) return kUpToFour[player % 4];
  return players == 5 ? kFive[player % 5] : kSix[player % 6];
}

}  // namespace octo
