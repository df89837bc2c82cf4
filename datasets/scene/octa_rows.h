#pragma once

#include <array>
#include <optional>
#include <vector>

namespace octo::datasets {

/// Where a player's runs lie: two rows before the owner, the first next to the pot. Millimetres to the right and up
/// (away from the owner) of the middle of the place for runs.
class OctaRows {
 public:
  /// From one card of a run to the next.
  static constexpr double kStep = 18;

  /// Across and deep as the owner sees it.
  OctaRows(double width, double height) : width_(width), height_(height) {}

  /// A new run, to the right of the others where there is room.
  void add(int run, int cards);
  /// The run has so many cards now, and `below` of them are new at its left end (fewer than none: gone). Those beside
  /// it are pushed aside where it needs their room; where there is none, it moves to the other row.
  void resize(int run, int cards, int below);
  void remove(int run);

  /// Of the run's first card.
  double left(int run) const { return lying_[find(run)].left; }
  double up(int run) const;

 private:
  struct Lying {
    int run;
    int cards;
    int row;
    double left;
    double width() const;
  };

  std::size_t find(int run) const;
  std::vector<Lying*> inRow(int row);
  double taken(int row) const;
  void settle(int row);
  double rightEnd(int row) const;

  double width_, height_;
  std::vector<Lying> lying_;
};

}  // namespace octo::datasets
