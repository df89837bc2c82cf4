#include <catch2/catch.hpp>

#include "tests/tracker/octagone/games.h"
#include "tracker/octagone/state.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octagone;

/// The rule broken by the event, "" where it is legal.
std::string ruleOf(const Match& match, const Event& event) { return match.judge(event).rule; }

const std::vector<Event> kOpening{lady(0, "d3", "NE")};

/// Ben lays a joker and skips twice, on blue and on purple; then he is asked for blue on b5. Whether he has a second
/// joker nobody knows.
const std::vector<Event> kTwoSkips{lady(0, "d3", "E"),
                                   place(1, "joker", "e3", "E"),
                                   place(2, "yellow", "g3", "W"),
                                   place(3, "yellow", "f3", "S"),
                                   place(0, "green", "f4", "S"),
                                   skip(1),
                                   place(2, "blue", "f5", "S"),
                                   place(3, "purple", "f6", "W"),
                                   place(0, "purple", "e6", "W"),
                                   skip(1),
                                   place(2, "purple", "d6", "N"),
                                   place(3, "blue", "d5", "W"),
                                   place(0, "blue", "c5", "W")};

/// Each lays the jokers dealt, so that everybody may skip.
const std::vector<Event> kAllJokersOfTwo{lady(0, "a1", "S"),           place(1, "joker", "a2", "S"),
                                         place(0, "joker", "a6", "E"), place(1, "joker", "g6", "N"),
                                         place(0, "joker", "g1", "W"), place(1, "joker", "a1", "S"),
                                         place(0, "joker", "a5", "E")};

Match afterAllJokersOfTwo() { return after(header(), kAllJokersOfTwo); }

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
  const Match match = after(header(), {lady(0, "d3", "NE"), standing(skip(1))});
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
    head.setup["extra_joker"] = extra;
    const Match match = after(head, {lady(1, "a1", "E"), place(2, "joker", "b1", "E"), place(3, "red", "g1", "W"),
                                     place(0, "red", "f1", "W"), place(1, "red", "e1", "W")});
    return ruleOf(match, place(2, "joker", required(match), "S"));
  };
  CHECK(secondJokerOf2({0, 1}) == "octagone.supply");
  CHECK(secondJokerOf2({2, 1}).empty());
  CHECK(secondJokerOf2({3, 2}).empty());
}

TEST_CASE("where the setup does not say it, the second joker shows whose it was") {
  Match match = after(header(4), kTwoSkips);
  const auto jokers = [&](int player) { return match.describe()["hands"][static_cast<std::size_t>(player)]["jokers"]; };
  CHECK(jokers(1) == Json{0, 1});
  CHECK(jokers(3) == Json{1, 2});
  CHECK(match.result().scores == std::vector{8, 10, 7, 7});  // the one of 1 and 3 counts with 1
  CHECK(match.play(place(1, "joker", "b5", "E")).legal);
  CHECK(jokers(1) == 0);
  CHECK(jokers(3) == 1);
  CHECK(match.result().scores == std::vector{8, 9, 7, 7});

  match = after(header(4), {lady(0, "d3", "E"), place(1, "yellow", "e3", "E"), place(2, "joker", "f3", "E"),
                            place(3, "joker", "g3", "W"), place(0, "yellow", "a3", "E"), place(1, "yellow", "b3", "E"),
                            place(2, "joker", "c3", "E"), place(3, "joker", "d3", "S")});
  CHECK(match.result().scores == std::vector{9, 8, 9, 9});  // 3 showed it, so it was not 1's
  CHECK(ruleOf(match, place(0, "purple", "d6", "E")).empty());
}

TEST_CASE("the other of the pair cannot lay a second joker, and nobody a third") {
  Match match = after(header(4), {lady(0, "d3", "E"), place(1, "joker", "e3", "E"), place(2, "yellow", "g3", "W"),
                                  place(3, "joker", "f3", "S"), place(0, "purple", "f6", "W"),
                                  place(1, "joker", "e6", "W"), place(2, "purple", "a6", "E")});
  REQUIRE(required(match) == "b6");
  CHECK(ruleOf(match, place(3, "joker", "b6", "E")) == "octagone.supply");
  CHECK(match.play(place(3, "purple", "b6", "E")).legal);
  CHECK(match.play(place(0, "purple", "c6", "E")).legal);
  CHECK(ruleOf(match, place(1, "joker", "d6", "N")) == "octagone.supply");
}

TEST_CASE("who is known to hold a joker cannot skip") {
  const Match two = after(header(), kOpening);
  CHECK(ruleOf(two, skip(1)) == "octagone.skip");
  for (const MoveShape& move : two.options()) CHECK(move.action != "skip");
  CHECK(ruleOf(afterAllJokersOfTwo(), skip(1)).empty());
  Match standingSkip = two;
  CHECK_FALSE(standingSkip.play(standing(skip(1))).legal);
  CHECK(standingSkip.toMove() == 0);
}

TEST_CASE("with four a skip is judged by every possible deal") {
  GameHeader head = header(4);
  const std::vector<Event> begun(kTwoSkips.begin(), kTwoSkips.begin() + 5);
  CHECK(ruleOf(after(head, kOpening), skip(1)) == "octagone.skip");  // one joker is 1's in any deal
  CHECK(ruleOf(after(head, begun), skip(1)).empty());                // laid; the second may be 3's
  head.setup["extra_joker"] = {0, 1};
  CHECK(ruleOf(after(head, begun), skip(1)) == "octagone.skip");
  head.setup["extra_joker"] = {0, 3};
  CHECK(ruleOf(after(head, begun), skip(1)).empty());
}

TEST_CASE("a joker nobody could know of exposes every skip of its player, a colour those that wanted it, each once") {
  Match match = after(header(4), kTwoSkips);
  CHECK(match.judge(place(1, "joker", "b5", "W")).exposes ==
        std::vector<Exposure>{{"octagone.skip", 6}, {"octagone.skip", 10}});
  const Verdict blue = match.play(place(1, "blue", "b5", "W"));
  CHECK(blue.legal);
  CHECK(blue.exposes == std::vector<Exposure>{{"octagone.skip", 6}});
  for (const Event& event : {place(2, "blue", "a5", "N"), place(3, "green", "a4", "N"), place(0, "yellow", "a3", "N")})
    REQUIRE(match.play(event).legal);
  CHECK(match.judge(place(1, "joker", "a2", "S")).exposes == std::vector<Exposure>{{"octagone.skip", 10}});
}

TEST_CASE("what was taken back is judged and changes nothing, and what it exposed is not told twice") {
  Match match = after(header(4), kTwoSkips);
  Event back = place(1, "blue", "b5", "W");
  back.takenBack = true;
  CHECK(match.play(back).exposes.size() == 1);
  CHECK(required(match) == "b5");
  CHECK(match.play(place(1, "blue", "b5", "W")).exposes.empty());
}

TEST_CASE("the game is stuck only after everybody has skipped legally") {
  Match match = after(header(), kOpening);
  match.play(standing(skip(1)));
  match.play(standing(skip(0)));
  CHECK_FALSE(match.over());
  match = afterAllJokersOfTwo();
  match.play(skip(1));
  CHECK_FALSE(match.over());
  match.play(skip(0));
  CHECK(match.result().reason == "octagone.stuck");
}

TEST_CASE("a winner may lay the White Lady after the end, which changes nothing") {
  Match match = afterAllJokersOfTwo();
  for (const Event& event : {place(1, "blue", "g5", "N"), skip(0), skip(1)}) REQUIRE(match.play(event).legal);
  REQUIRE(match.result().winners == std::vector{1});
  const Match ended = match;
  CHECK(match.play(lady(1, "g5", "E")).legal);
  CHECK(match == ended);
  CHECK(ruleOf(match, lady(0, "d3", "E")) == "octagone.over");
  CHECK(ruleOf(match, place(1, "green", "g4", "E")) == "octagone.over");
}

TEST_CASE("somebody is out once every possible deal leaves one of them none") {
  State state = startState(header(4));
  for (int k = 0; k < 9; ++k) takeFromHand(state, 0, Shield::Red), takeFromHand(state, 2, Shield::Red);
  takeFromHand(state, 0, Shield::Joker);
  CHECK_FALSE(somebodyIsOut(state));  // 2 has a joker, and 0 may have one
  State both = state;
  takeFromHand(both, 2, Shield::Joker);
  CHECK(somebodyIsOut(both));  // one of the two has none, whoever it is
  takeFromHand(state, 0, Shield::Joker);
  CHECK(somebodyIsOut(state));
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
