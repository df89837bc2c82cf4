#include "tracker/octagone/board.h"

namespace octo::tracker::octagone {
namespace {

constexpr std::array<std::string_view, 7> kNames{"red", "orange", "yellow", "green", "blue", "purple", "joker"};

Cell stepped(Cell box, Facing facing) {
  return Cell::at(box.column() + facing.columnStep(), box.row() + facing.rowStep());
}

bool leavesSideways(Cell step) { return step.column() < 0 || step.column() >= kColumns; }
bool leavesUpOrDown(Cell step) { return step.row() < 0 || step.row() >= kRows; }

/// A1 of the rulebook: just outside the side opposite to the one the arrow leaves by.
Cell virtualPlace(Cell from, Facing facing) {
  const Cell out = stepped(from, facing);
  const int column = !leavesSideways(out) ? from.column() : facing.columnStep() > 0 ? -1 : kColumns;
  const int row = !leavesUpOrDown(out) ? from.row() : facing.rowStep() > 0 ? -1 : kRows;
  return Cell::at(column, row);
}

std::vector<Cell> boxesFrom(Cell place, Facing facing) {
  std::vector<Cell> row;
  row.reserve(kColumns);
  for (Cell box = stepped(place, facing); onBoard(box); box = stepped(box, facing)) row.push_back(box);
  return row;
}

}  // namespace

std::string_view name(Shield shield) { return kNames[static_cast<std::size_t>(shield)]; }

std::optional<Shield> parseShield(std::string_view text) {
  for (const Shield shield : kShields)
    if (name(shield) == text) return shield;
  return std::nullopt;
}

bool onBoard(Cell box) { return !leavesSideways(box) && !leavesUpOrDown(box); }

std::optional<Cell> parseBox(std::string_view text) {
  const auto box = Cell::parse(text);
  return box && onBoard(*box) ? box : std::nullopt;
}

const std::vector<Cell>& boxes() {
  static const std::vector<Cell> all = [] {
    std::vector<Cell> list;
    for (int row = 0; row < kRows; ++row)
      for (int column = 0; column < kColumns; ++column) list.push_back(Cell::at(column, row));
    return list;
  }();
  return all;
}

int indexOf(Cell box) { return box.row() * kColumns + box.column(); }

Shield colourOf(Cell box) { return kShields[static_cast<std::size_t>(box.row())]; }

std::vector<Cell> rowOfArrow(Cell from, Facing facing, Connection connection) {
  const Cell step = stepped(from, facing);
  if (onBoard(step)) return boxesFrom(from, facing);
  const bool overCorner = leavesSideways(step) && leavesUpOrDown(step);
  if (connection == Connection::None || (overCorner && connection == Connection::FourCorners)) return {};
  return boxesFrom(virtualPlace(from, facing), facing);
}

}  // namespace octo::tracker::octagone
