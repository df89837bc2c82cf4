#pragma once

#include <array>
#include <cstdint>

#include "vision/read/coded/dot_row.h"

namespace octo::vision {

/// Grey levels in steps of dots along a line that is longer than a row, and what each row on it spells: asked of one
/// row after the other, what they have in common is worked out once.
class DotLine {
 public:
  /// All rows have this dot of the line, and not at an end: a line is no longer than that allows.
  static constexpr int kShared = kCodeDots - 2;
  static constexpr int kMostDots = kShared + kCodeDots - 1;
  using Levels = std::array<double, kMostDots>;

  /// The first `count` of the levels, at least a row's.
  DotLine(const Levels& levels, int count);

  /// Of the row that begins at that dot of the line.
  double lowest(int first) const { return levels_.lowest(first, first + kCodeDots - 1); }
  double highest(int first) const { return levels_.highest(first, first + kCodeDots - 1); }
  /// The word that it spells, each level less what its neighbours lighten it by.
  std::uint16_t word(int first) const;

 private:
  /// The extremes from each dot to the shared one, on either side: those of a part of the line are the extremes of two.
  struct Extremes {
    Levels low, high;
    void tell(const Levels& levels, int begin, int end);
    double lowest(int first, int last) const;
    double highest(int first, int last) const;
  };

  const Levels& line_;
  Levels sharp_{};
  Extremes levels_{}, sharps_{};
};

/// A word as its row spells it from the other end.
std::uint16_t readBackwards(std::uint16_t word);

}  // namespace octo::vision
