#include "vision/read/cards/four_corners.h"

#include <catch2/catch.hpp>
#include <string>
#include <utility>
#include <vector>

#include "seen_index.h"
#include "vision/read/cards/card_geometry.h"

using namespace octo::vision;

namespace {

/// A card 62 by 88 pixels whose middle is at x, as an index reads it that stands so.
Corners outlineAt(double x, bool turned) {
  const Corners upright{{{x - 31, 56}, {x + 31, 56}, {x + 31, 144}, {x - 31, 144}}};
  return turned ? Corners{{upright[2], upright[3], upright[0], upright[1]}} : upright;
}

/// Indices, and the cards that their deck's measure allows around them.
struct Seen {
  std::vector<SeenIndex> indices;
  std::vector<std::optional<CardsAround>> around;

  /// In the left or right corner of a card there, above or, upside down, below.
  void add(const char* rank, double middle, bool left, bool below) {
    const double own = left != below ? 0 : 52 * (below ? -1 : 1);  // of a card of which it is the upper left index
    indices.push_back(seenIndex(rank, "H", middle + own, 100, below));
    const double x = indices.back().index.at.x;
    const Corners toRight = outlineAt(x + 26, below), toLeft = outlineAt(x - 26, below);
    around.push_back(below ? CardsAround{toLeft, toRight} : CardsAround{toRight, toLeft});
  }

  /// `isTaken`: of which cards were made.
  std::vector<AssembledCard> assembled(std::vector<bool>& isTaken) const {
    std::vector<CardChances> chances;
    const DeckLanguages languages(indices);
    for (const SeenIndex& index : indices) chances.push_back(languages.chances(index));
    isTaken.assign(indices.size(), false);
    return assembleFourCornered(indices, chances, around, isTaken);
  }
};

}  // namespace

TEST_CASE("four indices of a measured deck are one card, and so are three of them") {
  const std::size_t count = GENERATE(3U, 4U);
  Seen seen;
  seen.add("7", 100, true, false), seen.add("7", 100, false, false), seen.add("7", 100, false, true);
  if (count == 4) seen.add("7", 100, true, true);
  std::vector<bool> isTaken;
  const auto cards = seen.assembled(isTaken);
  REQUIRE(cards.size() == 1);
  CHECK(isTaken == std::vector<bool>(count, true));
  CHECK(cards[0].indices == count);
  CHECK(distance(middle(cards[0].corners), {100, 100}) < 2);
}

TEST_CASE("where a card shows four indices, two at the top of another are one card, two at a side are left open") {
  Seen seen;
  for (const bool left : {true, false})
    for (const bool below : {true, false}) seen.add("7", 100, left, below);
  seen.add("9", 300, true, false), seen.add("9", 300, false, false);
  seen.add("4", 500, true, false), seen.add("4", 500, true, true);
  std::vector<bool> isTaken;
  const auto cards = seen.assembled(isTaken);
  REQUIRE(cards.size() == 2);
  CHECK(distance(middle(cards[1].corners), {300, 100}) < 2);
  CHECK(cards[1].indices == 1);
  CHECK_FALSE(isTaken[6]);
  CHECK_FALSE(isTaken[7]);
}

TEST_CASE("a corner that reads otherwise than the other three is none of another card") {
  Seen seen;
  seen.add("7", 100, true, false), seen.add("7", 100, false, false), seen.add("7", 100, false, true);
  seen.add("9", 100, true, true);
  std::vector<bool> isTaken;
  CHECK(seen.assembled(isTaken).size() == 1);
  CHECK(isTaken[3]);
}

TEST_CASE("cards of a deck with two indices are not put together as such with four") {
  Seen seen;
  seen.add("7", 100, true, false), seen.add("7", 100, false, true);
  seen.add("9", 300, true, false), seen.add("9", 300, false, true);
  std::vector<bool> isTaken;
  CHECK(seen.assembled(isTaken).empty());
  CHECK(isTaken == std::vector<bool>(4, false));
}
