#pragma once

#include <compare>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace octo {

/// A box of a grid: column a, b, c … from the left, row 1, 2, 3 … from the top. At most 26 × 99.
class Cell {
 public:
  /// Column and row counted from 0.
  static Cell at(int column, int row) { return Cell(column, row); }
  /// "d3"; nothing if the text is no box name. Whether a game has that box is the game's business.
  static std::optional<Cell> parse(std::string_view text);

  int column() const { return column_; }
  int row() const { return row_; }
  std::string name() const;

  friend auto operator<=>(const Cell&, const Cell&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Cell& cell) { return out << cell.name(); }

 private:
  Cell(int column, int row) : column_(column), row_(row) {}
  int column_;
  int row_;
};

/// A compass direction on the board, N towards row 1, counted clockwise from N.
class Facing {
 public:
  static const Facing N, NE, E, SE, S, SW, W, NW;
  static constexpr int kCount = 8;

  /// By eighths of a turn clockwise from N; any integer, taken modulo 8.
  static Facing eighth(int eighths) { return Facing(((eighths % kCount) + kCount) % kCount); }
  /// The nearest facing to an angle in degrees clockwise from N.
  static Facing nearest(double degrees);
  static std::optional<Facing> parse(std::string_view text);

  int eighths() const { return eighths_; }
  double degrees() const { return 45.0 * eighths_; }
  /// Step in columns (+1 is right) and rows (+1 is down, towards the last row).
  int columnStep() const;
  int rowStep() const;
  std::string_view name() const;

  friend auto operator<=>(const Facing&, const Facing&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Facing& facing) { return out << facing.name(); }

 private:
  explicit constexpr Facing(int eighths) : eighths_(eighths) {}
  int eighths_;
};

inline const Facing Facing::N{0}, Facing::NE{1}, Facing::E{2}, Facing::SE{3}, Facing::S{4}, Facing::SW{5}, Facing::W{6},
    Facing::NW{7};

}  // namespace octo
