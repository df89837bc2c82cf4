// What is said of a game beside the records: counts, runs and what is due.
#include <catch2/catch.hpp>

#include "tests/tracker/octa/games.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octa;

TEST_CASE("stacks, piles and what is set aside are told by count, the discard pile by its top, too") {
  const Json start = kStart.describe();
  CHECK(start["aside"] == 8);
  CHECK(start["restocked"] == false);
  CHECK(start["discard_count"] == 0);
  CHECK(start["discard_top"].is_null());
  CHECK(start["to_win"] == Json{{"open_cards", 28}, {"longest", 8}});
  const Json two = after(kStart, duties(0) + discard(0, {"9C"}) + duties(1) + discard(1, {"5D"})).describe();
  CHECK(two["discard_count"] == 2);
  CHECK(two["discard_top"] == "5D");
  CHECK(afterIdleTurns(kStart, 1).describe()["discard_top"] == "?");
}

TEST_CASE("what is due is what the options offer, in the order of a turn") {
  const auto due = [](const Match& match) { return match.describe()["due"]; };
  CHECK(due(kStart) == Json{"draw"});
  CHECK(due(after(kStart, {draw(0)})) == Json{"action"});
  CHECK(due(after(kStart, {draw(0), action(0, "KH", 0)})) == Json{"effect", "discard-1"});
  CHECK(due(after(kStart, {draw(0), action(0, "KH", 0), kingFromStock(0)})) == Json{"discard-3"});
  const Match six = after(kStart, duties(0) + meld(0, {"8C", "9C", "10C"}, true));
  CHECK(due(six) == Json{"discard-1", "end-turn"});
  const Match line = after(six, endTurn(0) + idleTurn(1) + duties(0) + takeLine(0, "top", {"5H", "9S", "7D"}));
  CHECK(due(line) == Json{"line-lay"});
  CHECK(due(afterIdleTurns(kStart, 14)) == Json{"reshuffle-actions", "draw"});
  Match used = after(kStart, duties(0));
  while (stockOf(used) > 0) used.play(standing(draw(0)));
  CHECK(due(used).front() == "restock");
  CHECK(due(after(used, {restock()})).back() == "last-round");
}

TEST_CASE("a player's runs are told with their open and closed cards") {
  const Match match = after(kStart, duties(0) + meld(0, {"7C", "8C", "9C", "10C"}) + standing(jack(0, "r1", "8C")));
  const Json ann = match.describe()["players"][0];
  CHECK(ann["runs"] ==
        Json::array({{{"name", "r1"}, {"cards", {"7C", "back", "9C", "10C"}}, {"open", 3}, {"closed", 1}}}));
  CHECK(ann["open_cards"] == 3);
  CHECK(ann["longest"] == 3);
  CHECK(ann["hand"] == 6);
  CHECK(match.describe()["players"][1]["runs"].empty());
}
