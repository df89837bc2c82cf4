#include "vision/read/cards/card_geometry.h"

#include <catch2/catch.hpp>

using namespace octo::vision;

namespace {
const Corners kCard{{{10, 10}, {60, 10}, {60, 80}, {10, 80}}};
Corners moved(double x, double y) {
  Corners corners = kCard;
  for (ImagePoint& p : corners) p = {p.x + x, p.y + y};
  return corners;
}
}  // namespace

TEST_CASE("a card overlaps itself wholly, also counted from its other end") {
  CHECK(overlap(kCard, kCard) == Approx(1));
  CHECK(overlap(kCard, {kCard[2], kCard[3], kCard[0], kCard[1]}) == Approx(1));
}

TEST_CASE("the card around one index starts above and left of it") {
  const Corners corners = cardAround({{100, 100}, {0, -1}, 10, 1}, kTypicalMeasure);
  CHECK(corners[0] == ImagePoint{95.5, 92.5});
  CHECK(corners[2] == ImagePoint{130.5, 142});
}

TEST_CASE("a card moved by half its width shares a third") { CHECK(overlap(kCard, moved(25, 0)) == Approx(1.0 / 3)); }

TEST_CASE("a small card in a large one lies in it wholly, the large one in part") {
  const Corners half{{{10, 10}, {60, 10}, {60, 45}, {10, 45}}};
  CHECK(shareWithin(half, kCard) == Approx(1));
  CHECK(shareWithin(kCard, half) == Approx(0.5));
  CHECK(shareWithin(kCard, moved(51, 0)) == Approx(0));
}

TEST_CASE("cards apart, and corners that make no quadrangle, overlap nothing") {
  CHECK(overlap(kCard, moved(51, 0)) == Approx(0));
  const Corners crossed{{{10, 10}, {60, 80}, {60, 10}, {10, 80}}};
  CHECK(overlap(kCard, crossed) == Approx(0));
}

TEST_CASE("the share of a card in the picture is what its border leaves") {
  CHECK(shareInside(kCard, 100, 100) == Approx(1));
  CHECK(shareInside(kCard, 35, 100) == Approx(0.5));
  CHECK(shareInside(moved(200, 0), 100, 100) == Approx(0));
}
