#include "tracker/vocabulary/cell.h"

#include <catch2/catch.hpp>

using octo::Cell;
using octo::Facing;

TEST_CASE("a box name is read and written back") {
  for (const char* name : {"a1", "d3", "g6", "z99"}) CHECK(Cell::parse(name)->name() == name);
}

TEST_CASE("what is no box name is refused") {
  for (const char* text : {"", "d", "3d", "d0", "D3", "d3 ", "d-1", "d100", "dd"}) CHECK_FALSE(Cell::parse(text));
}

TEST_CASE("facings count clockwise from north and step with rows downwards") {
  CHECK(Facing::parse("SE") == Facing::SE);
  CHECK_FALSE(Facing::parse("se"));
  CHECK(Facing::SE.columnStep() == 1);
  CHECK(Facing::SE.rowStep() == 1);
  CHECK(Facing::nearest(-50) == Facing::NW);
  CHECK(Facing::nearest(359) == Facing::N);
  CHECK(Facing::eighth(-1) == Facing::NW);
}
