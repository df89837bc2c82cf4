#include <catch2/catch.hpp>

#include "tests/tracker/octagone/games.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octagone;

/// The rule broken by the event, "" where it is legal.
std::string ruleOf(const Match& match, const Event& event) { return match.judge(event).rule; }

const std::vector<Event> kOpening{lady(0, "d3", "NE")};

}  // namespace

TEST_CASE("the White Lady's arrow directs the first shield") {
  const Match match = after(header(), kOpening);
  CHECK(required(match) == "e2");
  CHECK(ruleOf(match, place(1, "orange", "e2", "S")).empty());
  CHECK(ruleOf(match, place(1, "joker", "e2", "S")).empty());
}

TEST_CASE("with a marking White Lady the first shield goes on her box") {
  const Match match = after(header(2, {{"lady", "marks"}}), kOpening);
  CHECK(required(match) == "d3");
  CHECK(ruleOf(match, place(1, "yellow", "d3", "S")).empty());
  CHECK(ruleOf(match, place(1, "orange", "e2", "S")) == "octagone.target");
}

TEST_CASE("a marking White Lady may face anywhere, an arrowed one must point at a box") {
  CHECK(ruleOf(Match(header(2, {{"lady", "marks"}})), lady(0, "a1", "NW")).empty());
  CHECK(ruleOf(Match(header()), lady(0, "a1", "NW")) == "octagone.facing");
  CHECK(ruleOf(Match(header(2, {{"corner", "five"}})), lady(0, "a1", "NW")).empty());
  CHECK(ruleOf(Match(header(2, {{"part", 1}})), lady(0, "a3", "W")) == "octagone.facing");
  CHECK(ruleOf(Match(header()), lady(0, "a3", "W")).empty());
}

TEST_CASE("the White Lady's box is free for the first shield's arrow and holds none while she lies there") {
  const Match match = after(header(), kOpening);
  CHECK(ruleOf(match, place(1, "yellow", "d3", "S")) == "octagone.occupied");
  Match led = match;
  led.play(place(1, "orange", "e2", "SW"));
  CHECK(required(led) == "d3");
  CHECK(ruleOf(led, place(0, "yellow", "d3", "S")).empty());
}

TEST_CASE("the White Lady leaves with the turn after hers, also if it is a skip") {
  const Match match = after(header(), {lady(0, "d3", "NE"), skip(1)});
  CHECK_FALSE(match.describe().contains("lady"));
  CHECK(required(match) == "e2");
}

TEST_CASE("occupied boxes of the row are skipped over") {
  const Match match = after(header(), {lady(0, "a1", "E"), place(1, "red", "b1", "E"), place(0, "red", "c1", "W")});
  CHECK(required(match) == "a1");
  const Match next = after(header(), {lady(0, "a1", "E"), place(1, "red", "b1", "W"), place(0, "red", "a1", "E")});
  CHECK(required(next) == "c1");
}

TEST_CASE("a joker demands the last free box of its row in part 2 and the first in part 1") {
  const std::vector<Event> game{lady(0, "b4", "W"), place(1, "joker", "a4", "E")};
  CHECK(required(after(header(), game)) == "g4");
  CHECK(required(after(header(2, {{"part", 1}}), game)) == "b4");
}

TEST_CASE("figures 1 to 4: a connected arrow reaches from A1 the first free box, after a joker the last") {
  const std::vector<Event> toF1{lady(0, "e1", "E")};
  auto coloured = toF1, joker = toF1;
  coloured.push_back(place(1, "red", "f1", "N"));
  joker.push_back(place(1, "joker", "f1", "N"));
  CHECK(required(after(header(), coloured)) == "f6");
  CHECK(required(after(header(), joker)) == "f2");
  coloured.push_back(place(0, "purple", "f6", "S"));
  CHECK(required(after(header(), coloured)) == "f2");  // f1, the first from A1, is occupied
}

TEST_CASE("an arrow that reaches no free box is a breach only while another facing would reach one") {
  const Match match = after(header(), {lady(0, "b1", "W")});
  CHECK(ruleOf(match, place(1, "red", "a1", "NW")) == "octagone.facing");
  CHECK(ruleOf(match, place(1, "red", "a1", "E")).empty());
}

TEST_CASE("where a standing breach left no required box any free box will do") {
  const Match match = after(header(), {lady(0, "b1", "W"), standing(place(1, "red", "a1", "NW"))});
  CHECK(required(match) == "none");
  CHECK(ruleOf(match, place(0, "blue", "c5", "S")).empty());
  CHECK(ruleOf(match, place(0, "blue", "c4", "S")) == "octagone.colour");
  CHECK(ruleOf(match, place(0, "red", "a1", "S")) == "octagone.occupied");
}

TEST_CASE("a seventh shield of a colour is a breach of supply") {
  Match match = after(header(), {lady(0, "a1", "E")});
  const char* row[] = {"b1", "c1", "d1", "e1", "f1", "g1"};
  for (int k = 0; k < 6; ++k) match.play(place((k + 1) % 2, "red", row[k], "E"));
  REQUIRE(required(match) == "a1");
  CHECK(ruleOf(match, place(1, "red", "a1", "S")) == "octagone.supply");
  CHECK(ruleOf(match, place(1, "joker", "a1", "S")).empty());
}

TEST_CASE("with four a player has one joker, and a second where the setup says so") {
  const auto secondJokerOf2 = [](const Json& extra) {
    GameHeader head = header(4, Json::object(), 1);
    if (!extra.is_null()) head.setup["extra_joker"] = extra;
    const Match match =
        after(head, {lady(1, "a1", "E"), place(2, "joker", "b1", "E"), place(3, "red", "g1", "W"), skip(0), skip(1)});
    return ruleOf(match, place(2, "joker", required(match), "S"));
  };
  CHECK(secondJokerOf2(nullptr) == "octagone.supply");
  CHECK(secondJokerOf2({2, 1}).empty());
  CHECK(secondJokerOf2({3, 2}).empty());
}

TEST_CASE("a joker exposes every skip of its player, a colour those that wanted it, each once") {
  const std::vector<Event> game{
      lady(0, "d3", "N"),        place(1, "orange", "d2", "E"), skip(0), place(1, "orange", "e2", "N"), skip(0),
      place(1, "red", "e1", "W")};
  Match match = after(header(), game);
  CHECK(match.judge(place(0, "joker", "d1", "S")).exposes ==
        std::vector<Exposure>{{"octagone.skip", 3}, {"octagone.skip", 5}});
  const Verdict red = match.play(place(0, "red", "d1", "S"));
  CHECK(red.legal);
  CHECK(red.exposes == std::vector<Exposure>{{"octagone.skip", 5}});
  match.play(skip(1));
  CHECK(match.judge(place(0, "joker", required(match), "S")).exposes == std::vector<Exposure>{{"octagone.skip", 3}});
}

TEST_CASE("what was taken back is judged and changes nothing, and what it exposed is not told twice") {
  Match match = after(header(), {lady(0, "d3", "N"), place(1, "orange", "d2", "E"), skip(0), skip(1)});
  const Match ended = match;
  CHECK(ended.result().reason == "octagone.stuck");
  match = after(header(), {lady(0, "d3", "N"), place(1, "orange", "d2", "E"), skip(0), place(1, "orange", "e2", "E")});
  Event back = place(0, "orange", "f2", "E");
  back.takenBack = true;
  CHECK(match.play(back).exposes.size() == 1);
  CHECK(required(match) == "f2");
  CHECK(match.play(place(0, "orange", "f2", "E")).exposes.empty());
}

TEST_CASE("out of turn and standing, the turn goes on from who acted") {
  const Match match = after(header(4), {lady(0, "d3", "NE"), standing(place(3, "orange", "e2", "S"))});
  CHECK(match.toMove() == 0);
}

TEST_CASE("a standing shield on an occupied box lies on top and its arrow counts") {
  const Match match =
      after(header(), {lady(0, "d3", "NE"), place(1, "orange", "e2", "S"), standing(place(0, "orange", "e2", "W"))});
  CHECK(required(match) == "d2");
  CHECK(match.describe()["count"]["coloured"] == 36);
}

TEST_CASE("exactly the events that options lists are legal") {
  const Match match =
      after(header(), {lady(0, "d3", "NE"), place(1, "orange", "e2", "W"), place(0, "orange", "d2", "N")});
  int places = 0;
  for (const MoveShape& move : match.options()) {
    CHECK(match.judge({.player = move.player, .action = move.action, .fields = move.fields}).legal);
    places += move.action == "place";
  }
  CHECK(places == 16);  // d1 in red or with a joker, each facing
}

TEST_CASE("a header or an event that Octagone cannot have is malformed") {
  CHECK_THROWS_AS(Match(header(3)), Malformed);
  CHECK_THROWS_AS(Match(header(2, {{"part", 3}})), Malformed);
  CHECK_THROWS_AS(Match(header(2, {{"part", "2"}})), Malformed);
  CHECK_THROWS_AS(Match(header(2, {{"lady", nullptr}})), Malformed);
  CHECK_THROWS_AS(Match(header(2, {{"corner", "six"}})), Malformed);
  GameHeader four = header(4);
  for (const Json& extra : {Json{0, 2}, Json{0}, Json("0"), Json{0, 1, 2}, Json{0, 5}, Json{0, -1}, Json{0, 1.0}}) {
    four.setup["extra_joker"] = extra;
    CHECK_THROWS_AS(Match(four), Malformed);
  }
  const Match match(header());
  for (const Event& event :
       {place(0, "white", "a1", "N"), place(0, "red", "h1", "N"), place(0, "red", "a1", "n"),
        place(2, "red", "a1", "N"), place(0, "lady", "a1", "N"), Event{.player = 0, .action = "draw"},
        Event{.player = std::nullopt, .action = "skip"}, Event{.player = 0, .action = "place"}})
    CHECK_THROWS_AS(match.check(event), Malformed);
}
