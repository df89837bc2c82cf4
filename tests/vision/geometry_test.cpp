#include "vision/geometry/geometry.h"

#include <catch2/catch.hpp>

using octo::vision::TableView;

TEST_CASE("a point goes to the table and back to where it was") {
  const auto view = TableView::fromHomography({0.4, 0.02, -350, -0.01, -0.5, 290, 1e-5, 4e-4, 1});
  REQUIRE(view);
  const auto there = view->tableFromImage({812.5, 333.25});
  const auto back = view->imageFromTable(there);
  CHECK(back.x == Approx(812.5));
  CHECK(back.y == Approx(333.25));
}

TEST_CASE("a homography that flattens the picture is no view of a table") {
  CHECK_FALSE(TableView::fromHomography({1, 2, 3, 2, 4, 6, 0, 0, 1}));
  CHECK_FALSE(TableView::fromHomography({1, 0, 0, 0, 1, 0, 0, 0, 0}));
}
