#include "ui/views/breach_watch.h"

#include <catch2/catch.hpp>

using namespace octo;
using ui::BreachWatch;

namespace {

TrackedEvent played(int n, bool legal, const char* at = "a1") {
  TrackedEvent event;
  event.n = n;
  event.event.action = "place";
  event.event.fields["at"] = at;
  event.verdict.legal = legal;
  if (!legal) event.verdict.rule = "octagone.colour";
  return event;
}

ui::GameSnapshot gameOf(std::vector<TrackedEvent> events) {
  ui::GameSnapshot game;
  game.events = std::move(events);
  game.played = static_cast<int>(game.events.size());
  return game;
}

}  // namespace

TEST_CASE("a breach waits for an answer once, and not again when it was answered") {
  BreachWatch watch;
  CHECK_FALSE(watch.look(gameOf({played(1, true)})));
  auto game = gameOf({played(1, true), played(2, false)});
  CHECK(watch.look(game));
  REQUIRE(watch.open());
  CHECK(watch.open()->n == 2);
  CHECK_FALSE(watch.look(game));
  CHECK(watch.open());
  watch.answer();
  CHECK_FALSE(watch.open());
  CHECK_FALSE(watch.look(game));
  CHECK_FALSE(watch.open());
  game.events[1].event.stands = true;  // the same breach
  CHECK_FALSE(watch.look(game));
  game.events[1] = played(2, false, "b1");  // another one
  CHECK(watch.look(game));
}

TEST_CASE("a breach that was taken back or played on from waits no more") {
  BreachWatch watch;
  CHECK_FALSE(watch.look(gameOf({})));
  auto game = gameOf({played(1, false)});
  CHECK(watch.look(game));
  auto back = game;
  back.events[0].event.takenBack = true;
  CHECK_FALSE(watch.look(back));
  CHECK_FALSE(watch.open());
  game.events.push_back(played(2, true));
  game.events.push_back(played(3, true));
  (void)watch.look(game);
  CHECK(watch.open());
  game.events.push_back(played(4, true));
  (void)watch.look(game);
  CHECK_FALSE(watch.open());
}

TEST_CASE("a breach that is found out late waits as one of its own move, and names what showed it") {
  BreachWatch watch;
  CHECK_FALSE(watch.look(gameOf({played(1, true), played(2, true), played(3, true)})));
  auto game = gameOf({played(1, true), played(2, true), played(3, true), played(4, true)});
  game.events[3].verdict.exposes = {{"octagone.skip", 1}};
  CHECK(watch.look(game));
  REQUIRE(watch.open());
  CHECK(watch.open()->n == 1);
  CHECK(watch.open()->shownBy == 4);
  watch.answer();
  // A reading that changes late.
  game.events[1] = played(2, false);
  CHECK(watch.look(game));
  CHECK(watch.open()->n == 2);
}

TEST_CASE("a game that is gone on with asks about its last move only, and another game begins anew") {
  BreachWatch watch;
  auto game = gameOf({played(1, false), played(2, true), played(3, false)});
  game.id = 7;
  CHECK(watch.look(game));
  CHECK(watch.open()->n == 3);
  watch.answer();
  CHECK_FALSE(watch.look(game));
  CHECK_FALSE(watch.open());
  game.id = 8;
  CHECK(watch.look(game));
}

TEST_CASE("a breach lies where its box is, or where the reading sees a piece that the game does not count") {
  auto game = gameOf({played(1, false, "b2")});
  game.layout.zones.push_back({"board", {-192.5, -165, 192.5, 165}, Grid{{-165, 137.5}, 55, 55, 7, 6}});
  const auto box = ui::placeOf(game.events[0], game, nullptr);
  REQUIRE(box);
  CHECK(box->x == Approx(-110));
  CHECK(box->y == Approx(82.5));
  ui::GameSnapshot octal = gameOf({played(1, false)});
  octal.header.game = GameId::Octal;
  octal.events[0].event.fields = {{"card", "7C"}};
  CHECK_FALSE(ui::placeOf(octal.events[0], octal, nullptr));
  vision::Sighting sighting;
  sighting.faces = {{Face("7C"), 0.9}};
  sighting.pose = TablePose{{12, 34}, 0};
  vision::View view;
  view.sightings = std::make_shared<const std::vector<vision::Sighting>>(1, sighting);
  REQUIRE(ui::placeOf(octal.events[0], octal, &view));
  CHECK(ui::placeOf(octal.events[0], octal, &view)->y == Approx(34));
}
