#include "tracker/follow/forearm_offsets.h"

#include <catch2/catch.hpp>

using namespace octo;
using namespace octo::tracker;

namespace {

/// Somebody at the near side lays a card at (x, 0), and the arm ends so far beyond it and to its right, mm.
Observation laid(double x, double beyond, double right, const Observation& before) {
  Observation seen = before;
  seen.pieces.push_back({{{Face("7C"), 0.99}}, 1.0, {{x, 0}, 0}, 1.0});
  seen.forearms = {{Side::Near, 1.0, {x + right, beyond}}};
  return seen;
}

/// Where the games think that this arm ended.
TablePoint corrected(const ForearmOffsets& offsets, Side side, TablePoint reached) {
  std::vector<ForearmTrack> forearms{{side, 1.0, reached}};
  offsets.correct(forearms);
  return forearms.front().reached;
}

}  // namespace

TEST_CASE("an arm of which nothing is known yet is taken for an ordinary one") {
  const ForearmOffsets offsets;
  // 50 mm beyond and 10 mm to the right is what people do on the average; the games expect 30 and 8.
  const TablePoint near = corrected(offsets, Side::Near, {10, 50});
  CHECK(near.x == Approx(8));
  CHECK(near.y == Approx(30));
  const TablePoint right = corrected(offsets, Side::Right, {-50, 10});
  CHECK(right.x == Approx(-30));
  CHECK(right.y == Approx(8));
}

TEST_CASE("how far somebody reaches beyond what is touched is learnt from the first card on") {
  ForearmOffsets offsets;
  Observation seen;
  offsets.learn(seen);
  double off = corrected(offsets, Side::Near, {10, 110}).y - 30;
  for (int card = 0; card < 8; ++card) {
    seen = laid(-200 + 50 * card, 110, 10, seen);
    offsets.learn(seen);
    const double now = corrected(offsets, Side::Near, {10, 110}).y - 30;
    CHECK(now < off - 0.5);
    off = now;
  }
  CHECK(off < 15);
  // The others are as they were.
  CHECK(corrected(offsets, Side::Far, {-10, -50}).y == Approx(-30));
}
