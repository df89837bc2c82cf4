#include "tracker/follow/seen_rests.h"

#include <catch2/catch.hpp>

#include "tests/tracker/follow/looks.h"

using namespace octo;
using namespace octo::test;
using namespace octo::tracker;

namespace {

const Event kDenied{.player = 1, .action = "pass"};

}  // namespace

TEST_CASE("another look at a rest takes the place of the one before and keeps its forearms and what was denied") {
  SeenRests rests;
  Observation first = look(1, {piece("?", {0, 0})});
  first.forearms = {{Side::Near, 0.9, {1, 1}}};
  Observation second = look(1, {piece("3:red", {0, 0})});
  second.forearms = {{Side::Far, 0.9, {2, 2}}};
  rests.add(first, 0);
  rests.deny(kDenied, 0, 1);
  CHECK(rests.isAgain(second));
  rests.add(second, 0);
  REQUIRE(rests.size() == 1);
  CHECK(facesIn(*rests.latest()) == std::vector<std::string>{"3:red"});
  REQUIRE(rests.latest()->forearms.size() == 2);
  CHECK(rests.latest()->forearms[0].from == Side::Near);
  CHECK(rests[0].denied == std::vector<Event>{kDenied});
  CHECK_FALSE(rests.isAgain(look(2)));
}

TEST_CASE("what was denied is denied at the rests to come until the game has more events or fewer") {
  SeenRests rests;
  rests.denyNext(kDenied);
  rests.correctionDone(4);
  rests.add(look(1), 4);
  rests.add(look(2), 5);
  rests.add(look(3), 4);
  CHECK(rests[0].denied.size() == 1);
  CHECK(rests[1].denied.empty());
  CHECK(rests[2].denied.empty());
}

TEST_CASE("a time belongs to the first rest that is not before it") {
  SeenRests rests;
  rests.add(look(1), 0);
  rests.add(look(2), 0);
  CHECK(rests.firstAt(0) == 0);
  CHECK(rests.firstAt(1) == 0);
  CHECK(rests.firstAt(1.5) == 1);
  CHECK(rests.firstAt(3) == 2);
  CHECK(rests.upTo(1).size() == 2);
}

TEST_CASE("a piece has lain there since it was read as it is now, unread looks included") {
  SeenRests rests;
  rests.add(look(1, {piece("5:red", {0, 0})}), 0);
  rests.add(look(2, {piece("9:blue", {0, 0})}), 0);
  rests.add(look(3, {piece("?", {0, 2})}), 0);
  rests.add(look(4, {piece("5:red", {1, 0})}), 0);
  CHECK(rests.lyingSince({0, 0}) == 2);
  rests.forgetFrom(1);
  CHECK(rests.lyingSince({0, 0}) == 0);
  rests.add(look(5), 0);
  rests.add(look(6, {piece("5:red", {0, 0})}), 0);
  CHECK(rests.lyingSince({0, 0}) == 2);
}
