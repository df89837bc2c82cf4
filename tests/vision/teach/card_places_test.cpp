#include "vision/read/taught/card_places.h"

#include <catch2/catch.hpp>

using namespace octo;
using namespace octo::vision;

namespace {

Sighting cardAt(TablePoint at, std::vector<Candidate> faces) {
  Sighting card;
  card.faces = std::move(faces);
  card.kind = "card";
  card.pose = TablePose{at, 0};
  return card;
}

const Candidate kFive{Face("red:5"), 0.99}, kSix{Face("red:6"), 0.99}, kOpen{Face::unknown(), 0.5};
bool nowhere(TablePoint) { return false; }
bool everywhere(TablePoint) { return true; }
/// Nothing is hidden, and cards are of another colour than the table.
const CardPlaces::Shown kOpenTable{nowhere, everywhere};
std::string facesOf(const CardPlaces& places) {
  std::string text;
  for (const Sighting& card : places.cards()) text += card.faces.front().face.text() + " ";
  return text;
}

}  // namespace

TEST_CASE("a card that has not changed stays, one that has changed and is not found again is gone unless hidden") {
  CardPlaces places(63, 88);
  places.rest(everywhere);
  places.found({cardAt({0, 0}, {kFive}), cardAt({200, 0}, {kSix})});
  places.settle(kOpenTable);
  CHECK(facesOf(places) == "red:5 red:6 ");
  places.rest(nowhere);
  places.found({});
  places.settle(kOpenTable);
  CHECK(facesOf(places) == "red:5 red:6 ");
  const auto left = [](TablePoint at) { return at.x < 100; };
  places.rest(left);
  CHECK(places.doubtful().size() == 1);
  places.found({});
  places.settle({left, everywhere});
  CHECK(facesOf(places) == "red:6 ");  // under what covers it
  places.rest(left);
  places.found({cardAt({1, 1}, {kFive})});
  places.settle(kOpenTable);
  CHECK(facesOf(places) == "red:5 red:6 ");
  places.rest(left);
  places.found({});
  places.settle(kOpenTable);
  CHECK(facesOf(places) == "red:6 ");
  places.rest(left);
  CHECK(places.doubtful().empty());
}

TEST_CASE("a box of a board shows one shield, which keeps its turn while a hand hides some of it") {
  CardPlaces places(50, 50, true);
  const auto shield = [](double angle, double visible, const char* face = "shield:red") {
    Sighting sighting = cardAt({55, 0}, {{Face(face), 0.99}});
    sighting.pose->angle = angle;
    sighting.visible = visible;
    return sighting;
  };
  const auto rest = [&](const std::vector<Sighting>& seen) {
    places.rest(everywhere);
    places.found(seen);
    places.settle(kOpenTable);
    REQUIRE(places.cards().size() == 1);
    return places.cards().front();
  };
  CHECK(rest({shield(90, 1), shield(45, 0.9), shield(0, 0.9, "shield:blue")}).pose->angle == 90);
  CHECK(rest({shield(30, 0.8)}).pose->angle == 90);
  CHECK(rest({shield(-45, 1)}).pose->angle == -45);  // another of the colour was laid upon it
  CHECK(rest({shield(180, 0.9, "shield:blue")}).faces.front().face == Face("shield:blue"));
}

TEST_CASE("only places of a card that no other covers tell that it has changed") {
  CardPlaces places(63, 88);
  places.rest(everywhere);
  places.found({cardAt({0, -30}, {kSix}), cardAt({0, 0}, {kFive})});
  places.settle(kOpenTable);
  places.rest([](TablePoint at) { return at.y < 0; });  // where the upper card lies alone
  REQUIRE(places.doubtful().size() == 1);
  CHECK(places.doubtful()[0].at.y == -30);
}

TEST_CASE("a card read upside down is the same card, and one that another covers but for a strip stays") {
  CardPlaces places(63, 88);
  places.rest(everywhere);
  places.found({cardAt({0, 0}, {kFive})});
  places.settle(kOpenTable);
  Sighting upsideDown = cardAt({2, 1}, {kFive});
  upsideDown.pose->angle = 179;
  CHECK_FALSE(places.look({upsideDown}, everywhere, kOpenTable));
  REQUIRE(places.cards().size() == 1);
  CHECK(places.cards()[0].pose->angle == 0);
  const auto below = [](TablePoint at) { return at.y < 24; };  // where the next one is laid
  places.rest(below);
  places.found({cardAt({0, -22}, {kSix})});
  places.settle(kOpenTable);
  CHECK(facesOf(places) == "red:6 red:5 ");
  places.rest(everywhere);
  places.found({cardAt({0, -22}, {kSix})});
  places.settle(kOpenTable);
  CHECK(facesOf(places) == "red:6 ");
}

TEST_CASE("a strip that could be the face known keeps it, one that could not does not") {
  CardPlaces places(63, 88);
  places.rest(everywhere);
  places.found({cardAt({0, 0}, {kFive})});
  places.settle(kOpenTable);
  places.rest(everywhere);
  places.found({cardAt({0, -50}, {kSix}), cardAt({0, 0}, {kOpen, {Face("red:7"), 0.5}, {Face("red:5"), 0.4}})});
  places.settle(kOpenTable);
  CHECK(facesOf(places) == "red:6 red:5 ");
  places.rest(everywhere);
  places.found({cardAt({0, -50}, {kSix}), cardAt({0, 0}, {kOpen, {Face("red:7"), 0.5}, {Face("red:8"), 0.4}})});
  places.settle(kOpenTable);
  CHECK(facesOf(places) == "red:6 ? ");
}

TEST_CASE("a strip of a card does not change what the whole of it said") {
  CardPlaces places(63, 88);
  places.rest(everywhere);
  places.found({cardAt({0, 0}, {kFive})});
  places.settle(kOpenTable);
  places.rest(everywhere);
  Sighting strip = cardAt({0, 0}, {kSix, {Face("red:5"), 1e-9}});
  strip.visible = 0.3;
  places.found({cardAt({0, -50}, {kSix}), strip});
  places.settle(kOpenTable);
  CHECK(facesOf(places) == "red:6 red:5 ");
  strip.visible = 0.9;
  places.rest(everywhere);
  places.found({strip});
  places.settle(kOpenTable);
  CHECK(facesOf(places) == "red:6 ");
}

TEST_CASE("a card that later looks do not show loses presence, then is none") {
  CardPlaces places(63, 88);
  places.rest(everywhere);
  places.found({cardAt({0, 0}, {kFive})});
  places.settle(kOpenTable);
  CHECK_FALSE(places.look({cardAt({0, 0}, {kFive})}, everywhere, kOpenTable));
  CHECK(places.cards()[0].presence == 1);
  CHECK_FALSE(places.look({}, everywhere, kOpenTable));
  CHECK(places.cards()[0].presence == Approx(0.75));
  for (int i = 0; i < 3; ++i) places.look({}, everywhere, kOpenTable);
  CHECK(places.cards().empty());
}

TEST_CASE("a card of the table's colour that is taken is gone, though only its print has changed") {
  CardPlaces places(63, 88);
  const auto print = [](TablePoint at) { return at.x < -8; };
  const auto card = cardAt({0, 0}, {kFive});
  const auto rest = [&](const CardPlaces::IsSo& hasChanged, const std::vector<Sighting>& seen) {
    places.rest(hasChanged);
    places.found(seen);
    places.settle({nowhere, print});
    return facesOf(places);
  };
  CHECK(rest(everywhere, {card}) == "red:5 ");
  // A shadow on some of it, and the reader does not find it.
  CHECK(rest([](TablePoint at) { return at.y > 20; }, {}) == "red:5 ");
  CHECK(rest(print, {}) == "");
}

TEST_CASE("what was read where something hides the table has to be read again without it") {
  CardPlaces places(63, 88);
  const auto sleeve = [](TablePoint at) { return at.x > 0; };
  const auto rest = [&](const CardPlaces::IsSo& isHidden, const std::vector<Sighting>& seen) {
    places.rest(places.cards().empty() ? everywhere : nowhere);
    places.found(seen);
    places.settle({isHidden, everywhere});
    return facesOf(places);
  };
  SECTION("and is not told before, if nobody knows what it is") {
    CHECK(rest(sleeve, {cardAt({0, 0}, {kOpen, kFive})}) == "");
    CHECK(rest(nowhere, {cardAt({0, 0}, {kOpen, kFive})}) == "? ");
  }
  SECTION("also where a second look sees the same") {
    CHECK(rest(sleeve, {cardAt({0, 0}, {{Face("red:5"), 0.95}})}) == "red:5 ");
    places.look({cardAt({0, 0}, {kFive})}, everywhere, {sleeve, everywhere});
    CHECK(rest(nowhere, {}) == "");
  }
  SECTION("or is gone") {
    CHECK(rest(sleeve, {cardAt({0, 0}, {kFive})}) == "red:5 ");
    CHECK(rest(nowhere, {}) == "");
  }
  SECTION("and says nothing new of a card that was read before") {
    CHECK(rest(nowhere, {cardAt({0, 0}, {kFive})}) == "red:5 ");
    places.rest(sleeve);
    places.found({cardAt({0, 0}, {kSix})});
    places.settle({sleeve, everywhere});
    CHECK(facesOf(places) == "red:5 ");
    CHECK(rest(nowhere, {cardAt({0, 0}, {kSix})}) == "red:6 ");  // it was exchanged
  }
  SECTION("and stays where it lies") {
    CHECK(rest(sleeve, {cardAt({0, 0}, {kFive})}) == "red:5 ");
    CHECK(rest(nowhere, {cardAt({0, 0}, {kFive})}) == "red:5 ");
    CHECK(rest(nowhere, {}) == "red:5 ");
  }
}
