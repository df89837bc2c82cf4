#include <catch2/catch.hpp>

#include "tests/tracker/octal/games.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octal;

namespace {

/// Player 0 laid a 7 on question 0 pointing at the top, and everyone has passed twice since; player 1 is in
/// turn.
Match twoRounds() {
  Match match = after(header(), {play(0, equal(7))});
  passRound(match);
  passRound(match);
  return match;
}

}  // namespace

TEST_CASE("after two rounds of passes the last to lay may stack any card, out of turn") {
  Match match = twoRounds();
  CHECK(ruleOf(match, stack(1, greater(2))) == "octal.stack");
  CHECK(ruleOf(match, stack(0, greater(2))).empty());
  match.play(stack(0, greater(2)));
  CHECK(questionOf(match)["value"] == 2);
  CHECK(questionOf(match)["condition"] == "less");
  CHECK(handOf(match, 0) == 4);
  CHECK(match.toMove() == 1);
}

TEST_CASE("one round of passes is not enough, and passes are counted for each player") {
  Match match = after(header(), {play(0, equal(7))});
  CHECK(ruleOf(match, stack(0, greater(2))) == "octal.stack");
  passRound(match);
  CHECK(ruleOf(match, stack(0, greater(2))) == "octal.stack");
  match.play(pass(1));
  match.play(pass(2));
  CHECK(ruleOf(match, stack(0, greater(2))) == "octal.stack");
  match.play(pass(0));
  CHECK(ruleOf(match, stack(0, greater(2))).empty());
}

TEST_CASE("a stacked card is a card laid: the passes begin anew") {
  Match match = twoRounds();
  match.play(stack(0, greater(2)));
  CHECK(ruleOf(match, stack(0, greater(3))) == "octal.stack");
  passRound(match);
  passRound(match);
  CHECK(ruleOf(match, stack(0, greater(3))).empty());
}

TEST_CASE("before anyone has laid a card there is nothing to stack on") {
  Match match(header());
  passRound(match);
  passRound(match);
  CHECK(match.judge(stack(0, greater(2))).because == "No player has laid a card yet that another could be stacked on");
}

TEST_CASE("an all may be stacked, also on an open question, and opens it under the condition in force") {
  Match match = after(header(), {play(0, kAll)});
  passRound(match);
  passRound(match);
  CHECK(ruleOf(match, stack(0, kAll)).empty());
  match = twoRounds();
  match.play(stack(0, kAll));
  CHECK(questionOf(match)["open"] == true);
  CHECK(questionOf(match)["condition"] == "less");
}

TEST_CASE("a stack looks at the supply and pays its penalties") {
  CHECK(ruleOf(twoRounds(), stack(0, equal(7))) == "octal.supply");
  Match match(header());
  playDownTo(match, 0, 2);
  while (match.toMove() != 0) match.play(pass(*match.toMove()));
  REQUIRE(ruleOf(match, stack(0, multiple(3))) == "octal.stack");
  match.play(standing(stack(0, multiple(3))));
  CHECK(handOf(match, 0) == 3);
}

TEST_CASE("a standing stack by another lies where that player placed last") {
  Match match = after(header(), {play(0, equal(7)), play(1, equal(3), 1)});
  match.play(standing(stack(0, greater(2))));
  CHECK(questionOf(match, 0)["value"] == 2);
  CHECK(questionOf(match, 1)["value"] == 3);
  CHECK(match.toMove() == 2);
  CHECK(match.describe()["last_to_lay"] == 0);
}

TEST_CASE("a standing stack by one who has placed nowhere changes nothing") {
  const Match before(header());
  Match match = before;
  CHECK(match.play(standing(stack(1, greater(2)))).rule == "octal.stack");
  CHECK(match == before);
}

TEST_CASE("if the stacker is in turn and goes out the turn moves on") {
  Match match(header(5, {{"podium", 3}}));
  playDownTo(match, 0, 1);
  while (match.toMove() != 0) match.play(pass(*match.toMove()));
  match.play(standing(stack(0, multiple(2))));
  CHECK(handOf(match, 0) == 0);
  CHECK(match.toMove() == 1);
}
