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
