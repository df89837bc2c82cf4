#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "vision/geometry/geometry.h"

namespace octo::vision {

/// The glyphs that stand for ranks, in the order of the reader's outputs: B V H D R F are the court letters of Dutch,
/// German, French and Italian decks; Russian ones have T on the ace and В Д К, of which only Д is no letter of ours.
inline constexpr std::array<std::string_view, 21> kGlyphs{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J",
                                                          "Q", "K", "B", "V", "H", "D", "R", "F", "T", "Д"};
inline constexpr std::array<std::string_view, 4> kSuits{"S", "H", "D", "C"};
inline constexpr std::array<std::string_view, 13> kRanks{"A", "2", "3",  "4", "5", "6", "7",
                                                         "8", "9", "10", "J", "Q", "K"};

/// A card's four corners in the picture, clockwise from the top left one.
using Corners = std::array<ImagePoint, 4>;

/// Where the rank and the suit in a card's corner stand, or the rank alone where the deck prints the suit elsewhere.
struct CardIndex {
  /// The middle between the rank's top and the suit's bottom.
  ImagePoint at;
  /// Unit vector the way the rank's top points.
  ImagePoint up;
  /// From the rank's top to the suit's bottom, pixels.
  double size;
  /// How sure the detector is, 0 to 1.
  double heat;
};

/// An index with what it says. Probabilities add up to 1, the last of each being "no index at all".
struct SeenIndex {
  CardIndex index;
  std::array<double, kGlyphs.size() + 1> glyph{};
  std::array<double, kSuits.size() + 1> suit{};

  /// How likely there is an index.
  double presence() const { return (1 - glyph.back()) * (1 - suit.back()); }
};

/// What a whole card looks like, its index aside: its pips, its court picture. Probabilities; equal ones tell nothing.
struct SeenFace {
  std::array<double, kGlyphs.size()> glyph{};
  std::array<double, kSuits.size()> suit{};
};

}  // namespace octo::vision
