#include "tracker/follow/mismatch.h"

#include <catch2/catch.hpp>

#include "tests/tracker/follow/looks.h"

using namespace octo;
using namespace octo::test;
using namespace octo::tracker;

namespace {

/// What is no 3 is wrong.
class ThreesPosition : public BlankPosition {
 public:
  std::vector<Difference> otherTable(const Observation& seen) const override {
    std::vector<Difference> differences;
    for (const SeenPiece& each : seen.pieces)
      if (each.face() != Face("3")) differences.push_back({each.pose.at, Face("3"), each.face()});
    return differences;
  }
};

const Doubt kDoubt{{"ask.what", {}}, {10, 20}, {{Face("5"), 0.6}, {Face("6"), 0.3}}};

}  // namespace

TEST_CASE("people are asked once something has been left unexplained for three rests in a row") {
  Mismatch mismatch;
  CHECK_FALSE(mismatch.hasLasted(1, false));
  CHECK_FALSE(mismatch.hasLasted(2, false));
  CHECK_FALSE(mismatch.hasLasted(2, true));
  CHECK(mismatch.hasLasted(1, false));
  CHECK_FALSE(mismatch.hasLasted(0, false));
  CHECK_FALSE(mismatch.hasLasted(1, false));
}

TEST_CASE("what does not fit a game that was cut off is asked at once, and as long as it does not fit") {
  Mismatch mismatch;
  CHECK_FALSE(mismatch.hasLasted(0, false, true));
  CHECK(mismatch.hasLasted(1, false, true));
  CHECK(mismatch.hasLasted(1, false));
  CHECK_FALSE(mismatch.hasLasted(0, false));
}

TEST_CASE("once people have said what lies there the count begins anew") {
  Mismatch mismatch;
  (void)mismatch.hasLasted(1, false);
  (void)mismatch.hasLasted(1, false);
  mismatch.ask({kDoubt}, std::nullopt);
  mismatch.settle();
  CHECK(mismatch.questions().empty());
  CHECK_FALSE(mismatch.hasLasted(1, false));
}

TEST_CASE("nothing is asked about the game's table while another lies there") {
  Mismatch mismatch;
  mismatch.ask({kDoubt}, std::nullopt);
  CHECK(mismatch.questions().size() == 1);
  mismatch.showOther(look(1), std::nullopt, {kDoubt});
  CHECK(mismatch.questions().empty());
  CHECK(mismatch.differences(nullptr, {}).size() == 1);
  mismatch.clear();
  CHECK_FALSE(mismatch.otherTable());
  CHECK(mismatch.differences(nullptr, {}).empty());
}

TEST_CASE("differences are what the game has otherwise, and without a game all that could be read") {
  Mismatch mismatch;
  mismatch.showOther(look(1, {piece("3", {0, 0}), piece("5", {100, 0}), piece("?", {200, 0})}), std::nullopt);
  CHECK(mismatch.differences(nullptr, {}).size() == 2);
  const ThreesPosition game;
  REQUIRE(mismatch.differences(&game, {}).size() == 2);
  PinnedFaces pins;
  pins.pin(piece("5", {100, 0}), Face("3"));
  const auto differences = mismatch.differences(&game, pins);
  REQUIRE(differences.size() == 1);
  CHECK(differences[0].at == TablePoint{200, 0});
}

TEST_CASE("a game that goes on from what lies there leaves nothing to explain") {
  Mismatch mismatch;
  mismatch.showOther(look(1), TakenTable{{.players = {"Ann", "Ben"}}, {.player = 0, .action = "position"}}, {kDoubt});
  CHECK(mismatch.take().position.action == "position");
  CHECK_FALSE(mismatch.goesOn());
  CHECK_FALSE(mismatch.otherTable());
  CHECK(mismatch.questions().empty());
}
