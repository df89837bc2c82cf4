#include "tracker/octagone/board.h"

#include <catch2/catch.hpp>

namespace {

using namespace octo;
using namespace octo::tracker::octagone;

Cell box(const char* name) { return Cell::parse(name).value(); }

std::string row(const char* from, Facing facing, Connection connection) {
  std::string names;
  for (const Cell each : rowOfArrow(box(from), facing, connection)) names += (names.empty() ? "" : " ") + each.name();
  return names;
}

}  // namespace

TEST_CASE("an arrow inside the board runs to its edge and no farther") {
  for (const auto connection : {Connection::None, Connection::FourCorners, Connection::FiveCorners}) {
    CHECK(row("d3", Facing::N, connection) == "d2 d1");
    CHECK(row("d3", Facing::SE, connection) == "e4 f5 g6");
    CHECK(row("b6", Facing::W, connection) == "a6");
  }
}

TEST_CASE("in part 1 an arrow straight off the board reaches nothing") {
  CHECK(row("a1", Facing::N, Connection::None).empty());
  CHECK(row("g4", Facing::E, Connection::None).empty());
  CHECK(row("c6", Facing::SW, Connection::None).empty());
}

TEST_CASE("in part 2 an arrow straight off the board comes in at the opposite side, in its own row or column") {
  CHECK(row("d1", Facing::N, Connection::FourCorners) == "d6 d5 d4 d3 d2 d1");
  CHECK(row("g4", Facing::E, Connection::FourCorners) == "a4 b4 c4 d4 e4 f4 g4");
}

TEST_CASE("a slanting arrow off the board keeps its direction from the place outside") {
  CHECK(row("d1", Facing::NE, Connection::FourCorners) == "e6 f5 g4");
  CHECK(row("a3", Facing::NW, Connection::FourCorners) == "g2 f1");
  CHECK(row("c6", Facing::SW, Connection::FourCorners) == "b1 a2");
}

TEST_CASE("from a corner a slanting arrow over one side only is connected like any other") {
  CHECK(row("a1", Facing::NE, Connection::FourCorners) == "b6 c5 d4 e3 f2 g1");
  CHECK(row("a1", Facing::SW, Connection::FourCorners) == "g2 f3 e4 d5 c6");
}

TEST_CASE("over its corner a corner box has a connection only with five corners") {
  CHECK(row("a1", Facing::NW, Connection::FourCorners).empty());
  CHECK(row("a1", Facing::NW, Connection::FiveCorners) == "g6 f5 e4 d3 c2 b1");
  CHECK(row("g6", Facing::SE, Connection::FiveCorners) == "a1 b2 c3 d4 e5 f6");
  CHECK(row("a6", Facing::SW, Connection::FiveCorners) == "g1 f2 e3 d4 c5 b6");
}

TEST_CASE("only boxes of the board have a name") {
  CHECK(parseBox("g6"));
  for (const char* other : {"h1", "a7", "a0", "a", "", "A1", "a01", "a1 "}) CHECK_FALSE(parseBox(other));
}
