// What is remembered of the rows of dots on a table, rest by rest.
#include "vision/read/coded/row_memory.h"

#include <catch2/catch.hpp>

using namespace octo;
using namespace octo::vision;

namespace {

FoundRow rowOf(const char* face) {
  return {Face(face), Face::unknown(), 0.99, 0.99, -1, cv::Matx33d::eye(), {{{100, -42}, {100, 42}}}, {}};
}

RowMemory::IsSo never() {
  return [](const FoundRow&) { return false; };
}
RowMemory::IsSo always() {
  return [](const FoundRow&) { return true; };
}

}  // namespace

TEST_CASE("a row that an arm covered lies there again when nothing has changed") {
  RowMemory memory;
  memory.rest({rowOf("JC")}, never());
  memory.settle(never(), never());
  REQUIRE(memory.rows().size() == 1);
  memory.rest({}, always());
  memory.settle(always(), never());
  CHECK(memory.rows().empty());
  CHECK(memory.toBeFoundAgain().empty());
  memory.rest({}, never());
  memory.settle(never(), never());
  CHECK(memory.rows().size() == 1);
}

TEST_CASE("a row of which a part was seen otherwise, the rest being covered, has to be found again") {
  RowMemory memory;
  memory.rest({rowOf("JC")}, never());
  memory.settle(never(), never());
  memory.rest({}, always());
  memory.settle(always(), always());
  REQUIRE(memory.toBeFoundAgain().size() == 1);
  SECTION("and is gone where it is not") {
    memory.rest({}, never());
    memory.settle(never(), never());
    CHECK(memory.rows().empty());
  }
  SECTION("also after another rest under the arm") {
    memory.rest({}, always());
    memory.settle(always(), never());
    CHECK(memory.toBeFoundAgain().size() == 1);
    memory.rest({}, never());
    memory.settle(never(), never());
    CHECK(memory.rows().empty());
  }
  SECTION("and is there where it is") {
    memory.rest({rowOf("JC")}, never());
    memory.settle(never(), never());
    CHECK(memory.rows().size() == 1);
    CHECK(memory.toBeFoundAgain().empty());
  }
}
