#include "tracker/follow/turn_marker.h"

#include <catch2/catch.hpp>

#include "tests/tracker/follow/looks.h"

using namespace octo;
using namespace octo::test;
using namespace octo::tracker;

namespace {

TurnPlaces places() {
  Layout layout;
  layout.zones = {{"p0.turn", {-50, -300, 50, -250}, {}}, {"p1.turn", {-50, 250, 50, 300}, {}}};
  return TurnPlaces(layout);
}

SeenRests restsWithMarker(const std::vector<std::optional<TablePoint>>& marker) {
  SeenRests rests;
  for (const auto& at : marker)
    rests.add(look(static_cast<double>(rests.size()), at ? std::vector{piece("turn", *at)} : std::vector<SeenPiece>{}),
              0);
  return rests;
}

constexpr TablePoint kFirst{0, -270}, kSecond{0, 270}, kAside{300, 0};

}  // namespace

TEST_CASE("the turn marker tells of a turn when it has just been laid before a player") {
  const auto newly = [](const SeenRests& seen) { return places().newlyMarked(seen.upTo(seen.size() - 1)); };
  CHECK(newly(restsWithMarker({kFirst, kSecond})) == 1);
  CHECK(newly(restsWithMarker({kFirst, std::nullopt, kSecond})) == 1);
  CHECK_FALSE(newly(restsWithMarker({kFirst, kFirst})));
  CHECK_FALSE(newly(restsWithMarker({kFirst, kAside, std::nullopt, kFirst})));
  CHECK_FALSE(newly(restsWithMarker({kFirst, kAside})));
  // Nobody knows since when it has lain there.
  CHECK_FALSE(newly(restsWithMarker({std::nullopt, kSecond})));
}
