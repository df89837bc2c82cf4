#include "datasets/scene/card_table.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>

#include "datasets/scene/footprint.h"

using namespace octo;
using namespace octo::datasets;

namespace {

double away(TablePoint a, TablePoint b) { return std::hypot(a.x - b.x, a.y - b.y); }

}  // namespace

TEST_CASE("a zone's right and up are its owner's") {
  const TableRect zone{-400, -100, -200, 240};
  const Place left = placeOf(zone, angleFor(Side::Left));
  CHECK(left.width == 340);
  CHECK(left.height == 200);
  CHECK(std::abs(left.rightOf(left.at(10, 30)) - 10) < 1e-9);
  // Whoever sits at the left looks towards +x, and has -y at the right hand.
  CHECK(away(left.at(10, 0), {-300, 60}) < 1e-9);
  CHECK(away(left.at(0, 10), {-290, 70}) < 1e-9);
  const Place far = placeOf(zone, angleFor(Side::Far));
  CHECK(away(far.at(10, 20), {-310, 50}) < 1e-9);
  CHECK(ownerOf("p1.field") == 1);
  CHECK(ownerOf("discard") == -1);
}

TEST_CASE("a piece lies on what is under it, and beside what is not") {
  CardTable table(GameId::Oct8, 2, Random(3));
  const Place field = table.place("p0.field");
  const int head = table.lay(Face("head:red"), field.pose(0, 80));
  const int arm = table.lay(Face("red:3"), field.pose(0, 80 - 22));
  const int beside = table.lay(Face("head:blue"), field.pose(100, 80));
  CHECK(table.piece(head).layer == 1);
  CHECK(table.piece(arm).layer == 2);
  CHECK(table.piece(beside).layer == 1);
  table.move(arm, field.pose(100, 80 - 22));
  CHECK(table.piece(arm).layer == 2);
  table.remove(beside);
  table.move(arm, field.pose(100, 80 - 22));
  CHECK(table.piece(arm).layer == 1);
  table.turnOver(head, Face("head:back"));
  CHECK(table.line(1).pieces[1].face == Face("head:back"));
  CHECK_THROWS_AS(table.piece(beside), std::out_of_range);
}

TEST_CASE("what lay on a piece that is gone comes down") {
  CardTable table(GameId::Oct8, 2, Random(3));
  const Place field = table.place("p0.field");
  const int lowest = table.lay(Face("head:red"), field.pose(0, 80));
  const int middle = table.lay(Face("red:3"), field.pose(0, 80)), top = table.lay(Face("red:4"), field.pose(0, 80));
  REQUIRE(table.piece(top).layer == 3);
  table.remove(lowest);
  table.settle();
  CHECK(table.piece(middle).layer == 1);
  CHECK(table.piece(top).layer == 2);
  CHECK(table.pieces().front().layer == 0);
}

TEST_CASE("people lay cards a few millimetres and degrees inexactly") {
  double farthest = 0, most = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    CardTable table(GameId::Octa, 2, Random(seed));
    const TablePose meant = table.place("p1.runs").pose(50, 0);
    const ScenePiece& piece = table.piece(table.lay(Face("5H"), meant));
    farthest = std::max(farthest, away(piece.pose.at, meant.at));
    most = std::max(most, std::abs(std::remainder(piece.pose.angle - meant.angle, 360.0)));
  }
  CHECK(farthest > 2);
  CHECK(farthest < 6);
  CHECK(most > 2);
  CHECK(most <= 5.2);
}

TEST_CASE("hands that leave no trace are told with one line, and survive being written") {
  CardTable table(GameId::Oct8, 2, Random(3));
  table.takes(1, {100, 20});
  LayoutLine line = table.line(4);
  REQUIRE(line.hands.size() == 1);
  CHECK(table.line(5).hands.empty());
  line.look = PileLook{{1, 2}, {line.pieces.front()}};
  CHECK(LayoutLine::fromJson(line.toJson()) == line);
  CHECK(line.toJson()["hands"].dump() == R"([{"player":1,"from":[100.0,20.0]}])");
  std::istringstream wrong(R"({"event":1,"pieces":[],"hands":[{"player":1}]})");
  CHECK_THROWS_WITH(readLayoutLines(wrong),
                    R"(line 1: "hands": expected the field "from" or "to" or both, or "over" alone)");
}

TEST_CASE("rooms overlap where their rectangles do, however they lie") {
  const auto& edition = vision::printEdition(GameId::Oct8);
  const auto room = [&](double x, double y, double angle) {
    return footprintOf({1, Face("red:3"), {{x, y}, angle}, 1, true}, edition);
  };
  CHECK(overlap(room(0, 0, 0), room(60, 0, 0)));
  CHECK_FALSE(overlap(room(0, 0, 0), room(64, 0, 0)));
  CHECK_FALSE(overlap(room(0, 0, 0), room(62.8, 0, 0), 0.5));
  CHECK(overlap(room(0, 0, 0), room(70, 0, 90)));
  CHECK_FALSE(overlap(room(0, 0, 45), room(70, 70, 45)));
  CHECK(room(0, 0, 90).contains({40, 0}));
  CHECK_FALSE(room(0, 0, 0).contains({40, 0}));
}
