#pragma once

#include <algorithm>
#include <string_view>

#include "vision/read/cards/card_index.h"

namespace octo::vision {

/// An index of a card 63 by 88 pixels whose middle is at (x, y), upright or turned by half, read surely.
inline SeenIndex seenIndex(std::string_view glyph, std::string_view suit, double x, double y, bool turned = false,
                           double sure = 0.98) {
  const double side = turned ? -1 : 1;
  SeenIndex seen{{{x - 26 * side, y - 34 * side}, {0, -side}, 16, 0.9}, {}, {}};
  seen.glyph.fill((1 - sure) / (static_cast<double>(seen.glyph.size()) - 1));
  seen.suit.fill((1 - sure) / (static_cast<double>(seen.suit.size()) - 1));
  seen.glyph[static_cast<std::size_t>(std::find(kGlyphs.begin(), kGlyphs.end(), glyph) - kGlyphs.begin())] = sure;
  seen.suit[static_cast<std::size_t>(std::find(kSuits.begin(), kSuits.end(), suit) - kSuits.begin())] = sure;
  return seen;
}

}  // namespace octo::vision
