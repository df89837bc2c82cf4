#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include "tracker/vocabulary/cell.h"

namespace octo::tracker::octagone {

inline constexpr int kColumns = 7;
inline constexpr int kRows = 6;
inline constexpr int kBoxes = kColumns * kRows;

/// A shield that players lay: a colour, in the order of the board's rows from the top, or a joker.
enum class Shield { Red, Orange, Yellow, Green, Blue, Purple, Joker };
inline constexpr std::array kShields{Shield::Red,  Shield::Orange, Shield::Yellow, Shield::Green,
                                     Shield::Blue, Shield::Purple, Shield::Joker};
inline constexpr int kOfEachShield = 6;

/// As records write it: "red", "joker".
std::string_view name(Shield shield);
std::optional<Shield> parseShield(std::string_view text);

/// A shield as it lies.
struct LaidShield {
  Shield shield;
  Facing facing;
  friend bool operator==(const LaidShield&, const LaidShield&) = default;
};

bool onBoard(Cell box);
/// The box of that name; nothing if the board has none.
std::optional<Cell> parseBox(std::string_view text);
/// The boxes, a1 b1 … g6.
const std::vector<Cell>& boxes();
/// Position of the box in `boxes()`.
int indexOf(Cell box);
/// The colour of the box's row.
Shield colourOf(Cell box);

/// Which arrows leave one side of the board and come in at the opposite one.
enum class Connection {
  None,         // part 1
  FourCorners,  // part 2: not from a corner box straight out over its corner
  FiveCorners,  // part 2: from there as well, coming in at the opposite corner
};

/// The boxes that an arrow lying on `from` runs over, nearest first; free or not.
std::vector<Cell> rowOfArrow(Cell from, Facing facing, Connection connection);

}  // namespace octo::tracker::octagone
