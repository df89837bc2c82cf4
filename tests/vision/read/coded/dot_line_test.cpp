#include "vision/read/coded/dot_line.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

namespace octo::vision {
namespace {

/// What a row spells, reckoned from its own dots alone.
std::uint16_t spelledBy(const DotLevels& levels) {
  const auto at = [&](int dot) { return levels[static_cast<std::size_t>(std::clamp(dot, 0, kCodeDots - 1))]; };
  DotLevels sharp{};
  for (int dot = 0; dot < kCodeDots; ++dot)
    sharp[static_cast<std::size_t>(dot)] = at(dot) - kDotLeak * (at(dot - 1) + at(dot + 1));
  const auto [low, high] = std::minmax_element(sharp.begin(), sharp.end());
  const double middle = (*low + *high) / 2;
  std::uint16_t word = 0;
  for (const double level : sharp) word = static_cast<std::uint16_t>(word << 1 | (level > middle ? 1 : 0));
  return word;
}

}  // namespace

TEST_CASE("Every row of a line of dots spells what it would alone, from both ends") {
  std::mt19937 random(5);
  std::uniform_int_distribution<int> level(0, 255);
  for (int count = kCodeDots; count <= DotLine::kMostDots; ++count)
    for (int round = 0; round < 200; ++round) {
      DotLine::Levels levels{};
      for (double& each : levels) each = level(random);
      const DotLine line(levels, count);
      for (int first = 0; first + kCodeDots <= count; ++first) {
        DotLevels row{};
        std::copy_n(levels.begin() + first, kCodeDots, row.begin());
        REQUIRE(line.word(first) == spelledBy(row));
        REQUIRE(line.lowest(first) == *std::min_element(row.begin(), row.end()));
        REQUIRE(line.highest(first) == *std::max_element(row.begin(), row.end()));
        std::reverse(row.begin(), row.end());
        REQUIRE(readBackwards(line.word(first)) == spelledBy(row));
      }
    }
}

}  // namespace octo::vision
