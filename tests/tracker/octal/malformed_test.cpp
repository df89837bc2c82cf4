#include <catch2/catch.hpp>

#include "tests/tracker/octal/games.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octal;

namespace {

Event withField(Event event, const std::string& name, Json value) {
  event.fields[name] = std::move(value);
  return event;
}

Event without(Event event, const std::string& name) {
  event.fields.erase(name);
  return event;
}

GameHeader withSetup(Json setup) {
  GameHeader head = header();
  head.setup = std::move(setup);
  return head;
}

}  // namespace

TEST_CASE("The OCTAL's twin mode is for 3 to 5 players, single for 3 to 6") {
  CHECK_THROWS_AS(Match(header(2)), Malformed);
  CHECK_THROWS_AS(Match(header(6)), Malformed);
  CHECK_THROWS_AS(Match(header(2, {{"mode", "single"}})), Malformed);
  CHECK_NOTHROW(Match(header(5)));
  CHECK_NOTHROW(Match(header(3, {{"mode", "twin"}})));
  CHECK_NOTHROW(Match(header(6, {{"mode", "single"}})));
}

TEST_CASE("an option The OCTAL has not is malformed") {
  for (const Json& podium : {Json(2), Json(0), Json("3"), Json(3.0), Json(nullptr), Json(true)})
    CHECK_THROWS_AS(Match(header(5, {{"podium", podium}})), Malformed);
  CHECK_THROWS_AS(Match(header(4, {{"podium", 3}})), Malformed);
  CHECK_NOTHROW(Match(header(5, {{"podium", 3}})));
  CHECK_NOTHROW(Match(header(4, {{"podium", 1}})));
  for (const Json& mode : {Json("double"), Json(1), Json(nullptr)}) {
    GameHeader head = header();
    head.options["mode"] = mode;
    CHECK_THROWS_AS(Match(head), Malformed);
  }
}

TEST_CASE("a setup without its questions is malformed") {
  const Json good = question(greater(1), less(4));
  CHECK_NOTHROW(Match(withSetup({{"questions", {good, good}}})));
  for (const Json& questions :
       {Json::array(), Json::array({good}), Json::array({good, good, good}), Json(nullptr), Json("x"), good,
        Json::array({good, 1}), Json::array({good, nullptr}), Json::array({good, Json{{"under", greater(1)}}}),
        Json::array({good, question(kAll, less(4))}), Json::array({good, question(greater(1), kAll)}),
        Json::array({good, question("?", less(4))}), Json::array({good, question("9:less:up", less(4))})})
    CHECK_THROWS_AS(Match(withSetup({{"questions", questions}})), Malformed);
  CHECK_THROWS_AS(Match(withSetup(Json::object())), Malformed);
  GameHeader single = header(3, {{"mode", "single"}});
  single.setup["questions"] = Json::array({good, good});
  CHECK_THROWS_AS(Match(single), Malformed);
}

TEST_CASE("an event The OCTAL has not is malformed") {
  const Match match(header());
  const Event good = play(0, equal(5));
  REQUIRE_NOTHROW(match.check(good));
  for (const Event& event : {without(good, "card"),
                             without(good, "on"),
                             withField(good, "card", "?"),
                             withField(good, "card", 5),
                             withField(good, "card", nullptr),
                             withField(good, "card", "5:equal"),
                             withField(good, "on", 2),
                             withField(good, "on", -1),
                             withField(good, "on", 0.0),
                             withField(good, "on", "0"),
                             withField(good, "on", nullptr),
                             withField(good, "points", "up"),
                             withField(good, "points", nullptr),
                             withField(good, "octo", 1),
                             withField(good, "octo", nullptr),
                             without(overriding(0, {}), "cards"),
                             without(overriding(0, {}), "on"),
                             overriding(0, {equal(5), "?"}),
                             withField(overriding(0, {}), "cards", equal(5)),
                             withField(overriding(0, {}), "cards", nullptr),
                             withField(overriding(0, {}), "cards", Json::array({5})),
                             withField(overriding(0, {}), "octo", "yes"),
                             without(stack(0, kAll), "card"),
                             stack(0, "?"),
                             withField(stack(0, kAll), "octo", 0),
                             play(3, equal(5)),
                             pass(-1),
                             pass(3),
                             Event{.player = {}, .action = "pass"},
                             Event{.player = {}, .action = "stack", .fields = {{"card", kAll}}},
                             Event{.player = 0, .action = "draw"},
                             Event{.player = 0, .action = "Pass"},
                             Event{.player = 7, .action = "reshuffle"}}) {
    INFO(event.toJson());
    CHECK_THROWS_AS(match.check(event), Malformed);
  }
}

TEST_CASE("a single game has question 0 only") {
  const Match match(header(3, {{"mode", "single"}}));
  CHECK_NOTHROW(match.check(play(0, equal(5), 0)));
  CHECK_THROWS_WITH(match.check(play(0, equal(5), 1)), "\"on\" must be 0");
}

TEST_CASE("fields that a move does not have are kept and ignored") {
  const Match match(header());
  CHECK_NOTHROW(match.check(withField(pass(0), "card", 5)));
  CHECK_NOTHROW(match.check(withField(stack(0, kAll), "on", 9)));
  CHECK_NOTHROW(match.check(withField(overriding(0, {}), "points", nullptr)));
  CHECK_NOTHROW(match.check(withField(reshuffle(), "octo", "x")));
  CHECK_NOTHROW(match.check(Event{.player = 1, .action = "reshuffle"}));
}
