// Rows of cards as they are read from Octa's table, and what part of a run they may be.
#include <catch2/catch.hpp>

#include "tracker/octa/octa_reading.h"

namespace {

using namespace octo;
using namespace octo::tracker::octa;

SeenPiece seen(const char* face, TablePoint at, double visible) {
  return {{{Face(face), 0.97}}, 1.0, {at, 0}, visible};
}

}  // namespace

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
