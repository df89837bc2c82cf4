#include "tracker/follow/forearms.h"

#include <catch2/catch.hpp>

#include "tests/tracker/follow/looks.h"

using namespace octo;
using namespace octo::test;
using namespace octo::tracker;

TEST_CASE("a forearm that reached a new piece laid it, and the others laid nothing") {
  const Observation before = look(1, {piece("3:red", {0, 0})});
  Observation now = look(2, {piece("3:red", {4, 0}), piece("5:blue", {200, 0})});
  const ForearmTrack laid{Side::Near, 0.9, {210, 20}}, elsewhere{Side::Near, 0.9, {-200, 20}},
      tooShort{Side::Near, 0.9, {200, -150}};
  now.forearms = {laid, elsewhere, tooShort};
  const auto others = forearmsThatLaidNothing(before, now);
  REQUIRE(others.size() == 2);
  CHECK(others[0].reached == elsewhere.reached);
  CHECK(others[1].reached == tooShort.reached);
}

TEST_CASE("what lay there before was laid by none of the forearms") {
  const Observation before = look(1, {piece("3:red", {0, 0})});
  Observation now = look(2, {piece("?", {0, 11})});
  now.forearms = {{Side::Near, 0.9, {0, 20}}};
  CHECK(forearmsThatLaidNothing(before, now).size() == 1);
  CHECK(forearmsThatLaidNothing(look(1), now).empty());
}
