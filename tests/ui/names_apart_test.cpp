#include "ui/views/names_apart.h"

#include <catch2/catch.hpp>

using octo::ui::Area;
using octo::ui::moveApart;

namespace {

Area at(float x, float y, float width = 40) { return {{x, y}, {width, 10}}; }

}  // namespace

TEST_CASE("names that lie upon each other are moved apart, each as far as the other") {
  std::vector<Area> names{at(110, 0), at(100, 5)};
  moveApart(names, 4);
  CHECK(names[1].at.x == Approx(83));
  CHECK(names[0].at.x == Approx(127));
  CHECK(names[0].at.y == 0);
  CHECK(names[1].at.y == 5);
}

TEST_CASE("names that lie beside, above or below each other stay where they are") {
  std::vector<Area> names{at(100, 0), at(144, 0), at(110, 10)};
  moveApart(names, 4);
  CHECK(names[0].at.x == 100);
  CHECK(names[1].at.x == 144);
  CHECK(names[2].at.x == 110);
}

TEST_CASE("of three names in one place none lies upon another in the end") {
  std::vector<Area> names{at(100, 0), at(101, 0), at(102, 0, 20)};
  moveApart(names, 4);
  for (std::size_t a = 0; a < names.size(); ++a)
    for (std::size_t b = 0; b < a; ++b)
      CHECK((names[a].right() + 3.9F < names[b].at.x || names[b].right() + 3.9F < names[a].at.x));
}
