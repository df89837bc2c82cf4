#include "vision/read/cards/picture_edge.h"

#include <catch2/catch.hpp>

#include "vision/read/cards/card_geometry.h"

using namespace octo::vision;

namespace {

void checkNear(const Corners& seen, const Corners& expected, double most = 3) {
  for (std::size_t k = 0; k < 4; ++k) {
    CAPTURE(k, seen[k].x, seen[k].y);
    CHECK(distance(seen[k], expected[k]) < most);
  }
}

}  // namespace

TEST_CASE("a card in the picture keeps its corners, one at the edge ends there") {
  const Corners whole{{{100, 100}, {163, 100}, {163, 188}, {100, 188}}};
  checkNear(endedAtPicture(whole, {640, 480}), whole, 1e-9);
  checkNear(endedAtPicture(whole, {140, 480}), {{{100, 100}, {140, 100}, {140, 188}, {100, 188}}}, 1e-9);
}

TEST_CASE("a card in a corner of the picture keeps that corner") {
  // A side that leaves the picture just after it began: where it leaves is no corner of what is seen.
  checkNear(endedAtPicture({{{1279, 770}, {1296, 957}, {1008, 990}, {990, 803}}}, {1280, 960}),
            {{{1279, 770}, {1280, 960}, {1005, 960}, {990, 803}}});
  checkNear(endedAtPicture({{{165, 353}, {-95, 258}, {12, -92}, {271, 3}}}, {1280, 960}),
            {{{165, 353}, {0, 293}, {0, 0}, {271, 3}}});
}
