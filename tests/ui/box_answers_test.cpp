#include "ui/views/box_answers.h"

#include <catch2/catch.hpp>

using namespace octo;

namespace {

const Cell kBox = *Cell::parse("b2");
constexpr TablePoint kMiddleOfBox{-110, 82.5};

ui::GameSnapshot emptyBoard() {
  ui::GameSnapshot game;
  game.layout.zones.push_back({"board", {-192.5, -165, 192.5, 165}, Grid{{-165, 137.5}, 55, 55, 7, 6}});
  return game;
}

TrackedEvent placed(int n, const char* at) {
  TrackedEvent event;
  event.n = n;
  event.event.action = "place";
  event.event.fields["at"] = at;
  return event;
}

vision::View seeing(std::vector<Candidate> faces, double angle) {
  vision::Sighting sighting;
  sighting.faces = std::move(faces);
  sighting.pose = TablePose{kMiddleOfBox, angle};
  vision::View view;
  view.sightings = std::make_shared<const std::vector<vision::Sighting>>(1, sighting);
  return view;
}

}  // namespace

TEST_CASE("second guesses of the reading are the likely answers, without the believed face and `?`") {
  auto game = emptyBoard();
  game.agreed = {{Face("shield:red"), kBox, Facing::E}};
  game.events = {placed(1, "a1"), placed(2, "b2"), placed(3, "c3")};
  const auto view = seeing(
      {{Face("shield:red"), .6}, {Face("shield:orange"), .3}, {Face::unknown(), .05}, {Face("shield:joker"), .01}}, 91);
  const auto answers = ui::answersFor(kBox, game, &view);
  CHECK(answers.believed == Face("shield:red"));
  CHECK(answers.facing == Facing::E);
  CHECK(answers.likely == std::vector<Face>{Face("shield:orange"), Face("shield:joker")});
  CHECK(answers.n == 2);
}

TEST_CASE("in a box believed empty the reading's face and facing are offered") {
  const auto game = emptyBoard();
  const auto view = seeing({{Face("shield:green"), .5}}, -44);
  const auto answers = ui::answersFor(kBox, game, &view);
  CHECK_FALSE(answers.believed);
  CHECK_FALSE(answers.n);
  CHECK(answers.facing == Facing::NW);
  CHECK(answers.likely == std::vector<Face>{Face("shield:green")});
  CHECK(ui::answersFor(*Cell::parse("g6"), game, &view).likely.empty());
}

TEST_CASE("without a reading there are no likely answers") {
  CHECK(ui::answersFor(kBox, emptyBoard(), nullptr).likely.empty());
  CHECK(ui::answersFor(kBox, ui::GameSnapshot{}, nullptr).likely.empty());
}
