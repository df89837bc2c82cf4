#include "tracker/follow/pinned_faces.h"

#include <catch2/catch.hpp>

#include "tests/tracker/follow/looks.h"

using namespace octo;
using namespace octo::test;
using namespace octo::tracker;

TEST_CASE("what a person said of a piece holds there as long as the same is read, or nothing") {
  PinnedFaces pins;
  pins.pin(piece("5:red", {100, 0}), Face("6:red"));
  CHECK(facesIn(pins.apply(look(1, {piece("5:red", {105, 0})}))) == std::vector<std::string>{"6:red"});
  CHECK(facesIn(pins.apply(look(1, {piece("?", {100, 11})}))) == std::vector<std::string>{"6:red"});
  CHECK(facesIn(pins.apply(look(1, {piece("9:blue", {100, 0})}))) == std::vector<std::string>{"9:blue"});
  CHECK(facesIn(pins.apply(look(1, {piece("5:red", {100, 13})}))) == std::vector<std::string>{"5:red"});
  const Observation seen = pins.apply(look(1, {piece("5:red", {100, 0})}));
  CHECK(seen.pieces[0].confidence() == 1);
}

TEST_CASE("what a person says of a piece later replaces what was said of it before") {
  PinnedFaces pins;
  pins.pin(piece("5:red", {100, 0}), Face("6:red"));
  pins.pin(piece("5:red", {103, 0}), Face("8:red"));
  CHECK(facesIn(pins.apply(look(1, {piece("5:red", {100, 0})}))) == std::vector<std::string>{"8:red"});
}

TEST_CASE("a person may say how a piece lies, too") {
  PinnedFaces pins;
  pins.pin(piece("shield:red", {0, 0}), Face("shield:blue"), Facing::E);
  CHECK(pins.apply(look(1, {piece("shield:red", {0, 0})})).pieces[0].pose.angle == Facing(Facing::E).degrees());
}

TEST_CASE("a place that is pointed at means the nearest piece, if one is near") {
  const Observation seen = look(1, {piece("3:red", {0, 0}), piece("4:red", {40, 0})});
  REQUIRE(pieceNear(seen, {25, 0}));
  CHECK(pieceNear(seen, {25, 0})->face() == Face("4:red"));
  CHECK(pieceNear(seen, {0, 30})->face() == Face("3:red"));
  CHECK_FALSE(pieceNear(seen, {0, 36}));
}
