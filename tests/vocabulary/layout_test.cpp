#include "tracker/vocabulary/layout.h"

#include <catch2/catch.hpp>

TEST_CASE("a point belongs to the box it is nearest to, and to none outside the grid") {
  const octo::Grid grid{{-165, 137.5}, 55, 55, 7, 6};
  CHECK(grid.cellAt({0, 0.1})->name() == "d3");
  CHECK(grid.cellAt({0, -0.1})->name() == "d4");
  CHECK(grid.centre(octo::Cell::at(6, 5)) == octo::TablePoint{165, -137.5});
  CHECK_FALSE(grid.cellAt({200, 0}));
  CHECK_FALSE(grid.cellAt({0, 170}));
}

TEST_CASE("two players face each other, more sit clockwise") {
  CHECK(octo::seat(1, 2) == octo::Side::Far);
  CHECK(octo::seat(1, 3) == octo::Side::Left);
  CHECK(octo::seat(3, 4) == octo::Side::Right);
}

TEST_CASE("five and six players sit two at a long side, clockwise") {
  using octo::Side;
  const Side five[] = {Side::Near, Side::Left, Side::Far, Side::Far, Side::Right};
  const Side six[] = {Side::Near, Side::Near, Side::Left, Side::Far, Side::Far, Side::Right};
  for (int player = 0; player < 5; ++player) CHECK(octo::seat(player, 5) == five[player]);
  for (int player = 0; player < 6; ++player) CHECK(octo::seat(player, 6) == six[player]);
}
