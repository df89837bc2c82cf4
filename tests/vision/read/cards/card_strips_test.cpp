#include "vision/read/cards/card_strips.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "seen_index.h"
#include "vision/read/cards/card_geometry.h"
#include "vision/read/cards/card_reader.h"

using namespace octo::vision;

namespace {

Corners uprightAt(double x) { return {{{x - 31, 56}, {x + 31, 56}, {x + 31, 144}, {x - 31, 144}}}; }

Corners turnedAt(double x) {
  const Corners card = uprightAt(x);
  return {{card[2], card[3], card[0], card[1]}};
}

/// Cards of a deck with four indices in a row, as a network tells the card around each index: of one covered but for a
/// strip, that of the upside-down corner lies on the strip's other side.
class CardRow {
 public:
  /// `covered`: the side of it that lies under the next one, 1 for the right and -1 for the left one.
  void addStrip(const char* rank, double x, int covered) {
    const double side = covered > 0 ? -1 : 1;  // of the strip
    add(seenIndex(rank, "H", x + (side + 1) * 26, 100), uprightAt(x + (side > 0 ? 52 : 0)));
    add(seenIndex(rank, "H", x + (side - 1) * 26, 100, true), turnedAt(x + (side < 0 ? -52 : 0)));
  }
  void addWhole(const char* rank, double x) {
    add(seenIndex(rank, "H", x, 100), uprightAt(x));
    add(seenIndex(rank, "H", x, 100, true), turnedAt(x));
    add(seenIndex(rank, "H", x + 52, 100), uprightAt(x));
    add(seenIndex(rank, "H", x - 52, 100, true), turnedAt(x));
  }

  std::vector<AssembledCard> assembled() const {
    return assembleCards(indices_, [&](auto) { return told_; });
  }

 private:
  void add(const SeenIndex& index, const Corners& told) {
    indices_.push_back(index);
    told_.push_back(told);
  }

  std::vector<SeenIndex> indices_;
  std::vector<Corners> told_;
};

/// "2H 100 3H 118": the cards and where their middles are, from left to right.
std::string listed(std::vector<AssembledCard> cards) {
  std::sort(cards.begin(), cards.end(),
            [](const AssembledCard& a, const AssembledCard& b) { return middle(a.corners).x < middle(b.corners).x; });
  std::string list;
  for (const AssembledCard& card : cards)
    list += (list.empty() ? "" : " ") + cardName(likeliest(card)) + " " +
            std::to_string(std::lround(middle(card.corners).x));
  return list;
}

}  // namespace

TEST_CASE("two corners of a strip are one card, which lies under those beside it on either side") {
  CardRow right, left;
  right.addStrip("4", 100, 1), right.addStrip("5", 118, 1), right.addStrip("6", 136, 1), right.addStrip("7", 154, 1);
  right.addStrip("8", 172, 1), right.addWhole("9", 190);
  CHECK(listed(right.assembled()) == "4H 100 5H 118 6H 136 7H 154 8H 172 9H 190");
  left.addWhole("4", 100), left.addStrip("5", 118, -1), left.addStrip("6", 136, -1), left.addStrip("7", 154, -1);
  left.addStrip("8", 172, -1), left.addStrip("9", 190, -1);
  CHECK(listed(left.assembled()) == "4H 100 5H 118 6H 136 7H 154 8H 172 9H 190");
}

TEST_CASE("a strip's card lies under the nearest of the cards on both its sides") {
  CardRow row;
  row.addStrip("2", 36, 1), row.addWhole("3", 54);
  row.addStrip("6", 140, 1), row.addStrip("7", 158, 1), row.addWhole("8", 176);
  CHECK(listed(row.assembled()) == "2H 36 3H 54 6H 140 7H 158 8H 176");
}

TEST_CASE("how much of a card shows is told by what lies upon it, not by what it lies upon") {
  CardRow row;
  row.addStrip("4", 100, 1), row.addStrip("5", 118, 1), row.addWhole("6", 136);
  const std::vector<Sighting> seen = cardSightings(row.assembled(), {400, 300});
  REQUIRE(seen.size() == 3);
  for (const Sighting& card : seen)
    CHECK(card.visible == Approx(card.faces.front().face.text() == "6H" ? 1 : 18.0 / 62).margin(0.03));
}

TEST_CASE(
    "a card that lies by itself, told alike by both corners of one side, lies there though another is beside it") {
  const auto told = [](const SeenIndex& index, const Corners& corners, const Corners& mirrored) {
    AssembledCard card = assembleCards({&index, 1}, [&](auto) { return std::vector{corners}; }).at(0);
    card.mirrored = mirrored;
    return card;
  };
  CardRow beside;
  beside.addWhole("9", 30);
  std::vector<AssembledCard> cards = beside.assembled();
  cards.push_back(told(seenIndex("4", "H", 100, 100), uprightAt(100), uprightAt(48)));
  cards.push_back(told(seenIndex("4", "H", 48, 100, true), turnedAt(100), turnedAt(48)));
  joinStrips(cards);
  CHECK(listed(cards) == "9H 30 4H 100");
}
