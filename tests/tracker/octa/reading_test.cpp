// Rows of cards as they are read from Octa's table, and what part of a run they may be.
#include <catch2/catch.hpp>

#include "tracker/octa/octa_forearms.h"
#include "tracker/octa/run_match.h"

namespace {

using namespace octo;
using namespace octo::tracker::octa;

SeenPiece seen(const char* face, TablePoint at, double visible) {
  return {{{Face(face), 0.97}}, 1.0, {at, 0}, visible};
}

SeenRun rowOf(const std::vector<const char*>& faces) {
  SeenRun row;
  TablePoint at{0, 0};
  for (const char* face : faces) {
    row.slots.push_back({SeenCard(seen(face, at, 0.3)), at});
    at.x += kStep;
  }
  return row;
}

Run spades(int lowest, int highest) {
  Run run{1, 0, Suit::Spades, {}, highest - lowest + 1};
  for (int value = lowest; value <= highest; ++value) run.places.push_back({Card::of(value, Suit::Spades), value});
  return run;
}

}  // namespace

TEST_CASE("cards that are laid under others of an Octa run lie among those before they are pushed along") {
  CHECK(againstPartOf(spades(4, 9), rowOf({"7S", "4S", "8S", "5S", "9S"})) < 1);
  CHECK(againstPartOf(spades(4, 9), rowOf({"7S", "4S", "8S", "5H", "9S"})) > 5);
}

TEST_CASE("two cards of an Octa run, each missed at one of two looks, are nothing that stays unexplained") {
  const Run run = spades(4, 7);
  const SeenRun lacksLast = rowOf({"4S", "5S", "6S"}), lacksFirst = rowOf({"5S", "6S", "7S"});
  const OctaReading reading;
  const RunMatch then{&run, &lacksLast, 0, 2.5}, now{&run, &lacksFirst, -1, 2.5};
  CHECK(againstBoth(then, reading, now, reading) < 0.5);
  CHECK(againstBoth(then, reading, then, reading) > 2);
}

TEST_CASE("of two cards of Octa read in one place of a row the one that shows much more lies on top") {
  const OctaPlaces places = placesOf(tracker::seededLayout(GameId::Octa, 2));
  const TablePoint at = places.runs[0].middle(), beside{at.x + kStep, at.y};
  for (const bool first : {true, false}) {
    Observation table;
    table.pieces = {seen("8S", {at.x + (first ? 0.0 : 1.0), at.y}, 0.08), seen("4S", {at.x + 0.5, at.y}, 0.32),
                    seen("9S", beside, 1.0)};
    const OctaReading reading = readTable(table, places);
    REQUIRE(reading.runs[0].size() == 1);
    REQUIRE(reading.runs[0][0].slots.size() == 2);
    CHECK(reading.runs[0][0].slots[0].card->best() == Card::parse("4S"));
  }
}

TEST_CASE("a card of an Octa run that is seen some millimetres aside leaves no gap beside it") {
  const OctaPlaces places = placesOf(tracker::seededLayout(GameId::Octa, 2));
  const TablePoint at = places.runs[0].middle();
  Observation table;
  table.pieces = {seen("4H", at, 0.3), seen("5H", {at.x + 13, at.y}, 0.3), seen("back", {at.x + 39, at.y}, 0.3),
                  seen("7H", {at.x + 51, at.y}, 1.0)};
  const OctaReading reading = readTable(table, places);
  REQUIRE(reading.runs[0].size() == 1);
  CHECK(reading.runs[0][0].slots.size() == 4);
}

TEST_CASE("a card that is seen beside another of an Octa run and out of line takes no place in it") {
  const OctaPlaces places = placesOf(tracker::seededLayout(GameId::Octa, 2));
  const TablePoint at = places.runs[0].middle();
  for (const double along : {-3.0, 3.0}) {
    Observation table;
    table.pieces = {seen("3H", at, 0.3), seen("4H", {at.x + kStep, at.y}, 0.3),
                    seen("6H", {at.x + kStep + along, at.y - 14}, 0.3), seen("5H", {at.x + 2 * kStep, at.y}, 0.3)};
    const OctaReading reading = readTable(table, places);
    REQUIRE(reading.runs[0].size() == 1);
    const auto& slots = reading.runs[0][0].slots;
    REQUIRE(slots.size() == 3);
    CHECK(slots[1].card->best() == Card::parse("4H"));
  }
}

TEST_CASE("an arm over Octa's table may have touched what it passed over, and nothing beside or beyond") {
  const ForearmTrack forearm{Side::Near, 0.97, {-363, 0}};
  CHECK(mayHaveTouchedBefore({&forearm, 1}, Side::Near, {-363, -91}));
  CHECK_FALSE(mayHaveTouchedBefore({&forearm, 1}, Side::Near, {-363, 91}));
  CHECK_FALSE(mayHaveTouchedBefore({&forearm, 1}, Side::Near, {-227, -91}));
  CHECK_FALSE(mayHaveTouchedBefore({&forearm, 1}, Side::Far, {-363, -91}));
}

TEST_CASE("a card of an Octa run of which an arm hides a part of the strip may lie there unread") {
  for (const int owner : {0, 1}) {
    const double left = -wayOf(owner);
    const TablePoint middle{40, 200};
    OctaReading reading;
    const auto hide = [&](double x, double y) { reading.hidden = {{x - 2, y - 2, x + 2, y + 2}}; };
    hide(middle.x + left * 20, middle.y + 30);
    CHECK(reading.hidesStrip(middle, owner));
    hide(middle.x - left * 5, middle.y + 30);
    CHECK_FALSE(reading.hidesStrip(middle, owner));
    hide(middle.x + left * 20, middle.y + 60);
    CHECK_FALSE(reading.hidesStrip(middle, owner));
  }
}
