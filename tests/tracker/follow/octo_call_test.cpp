#include "tracker/follow/octo_call.h"

#include <catch2/catch.hpp>

using namespace octo;
using namespace octo::tracker;

namespace {

TrackedEvent tracked(int n, int player, const std::string& action, const std::string& rule = "") {
  TrackedEvent event;
  event.n = n;
  event.event = {.player = player, .action = action};
  event.verdict.legal = rule.empty();
  event.verdict.rule = rule;
  event.event.stands = !rule.empty();
  return event;
}

Event called(int player, bool called = true) {
  return {.player = player, .action = "octo", .fields = {{"called", called}}};
}

}  // namespace

TEST_CASE("a call belongs to the card that the player laid last") {
  const std::vector<TrackedEvent> events{tracked(1, 0, "play"), tracked(2, 1, "play"), tracked(3, 0, "draw")};
  const auto correction = octoCalled(called(0), GameId::Octal, events);
  REQUIRE(correction);
  CHECK(correction->n == 1);
  CHECK(correction->event->fields.at("octo") == true);
  CHECK_FALSE(octoCalled(called(0, false), GameId::Octal, events));
}

TEST_CASE("a call that was not heard makes up for its breach, and for no other") {
  CHECK_FALSE(octoCalled(called(0), GameId::Octal, {tracked(1, 0, "play", "octal.octo")})->event->stands);
  CHECK(octoCalled(called(0), GameId::Octal, {tracked(1, 0, "play", "octal.turn")})->event->stands);
}

TEST_CASE("a call needs a card, a player and The OCTAL") {
  std::vector<TrackedEvent> events{tracked(1, 0, "play")};
  CHECK_THROWS_AS(octoCalled(called(1), GameId::Octal, events), Refused);
  events[0].event.takenBack = true;
  CHECK_THROWS_AS(octoCalled(called(0), GameId::Octal, events), Refused);
  CHECK_THROWS_AS(octoCalled({.player = {}, .action = "octo"}, GameId::Octal, events), Malformed);
  CHECK_THROWS_AS(octoCalled(called(0), GameId::Octa, events), Malformed);
}
