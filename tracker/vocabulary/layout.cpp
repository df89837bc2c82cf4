#include "tracker/vocabulary/layout.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "tracker/vocabulary/event.h"

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

const Zone& Layout::neededZone(std::string_view zoneName) const {
  if (const Zone* found = zone(zoneName)) return *found;
  throw Malformed("the layout must have a zone \"" + std::string(zoneName) + "\"");
}

TablePoint seenFrom(Side side, TablePoint at) {
  switch (side) {
    case Side::Near:
      return at;
    case Side::Left:
      return {-at.y, at.x};
    case Side::Far:
      return {-at.x, -at.y};
    case Side::Right:
      return {at.y, -at.x};
  }
  return at;
}

TableRect seenFrom(Side side, const TableRect& area) {
  const TablePoint a = seenFrom(side, TablePoint{area.x0, area.y0}), b = seenFrom(side, TablePoint{area.x1, area.y1});
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::max(a.x, b.x), std::max(a.y, b.y)};
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
