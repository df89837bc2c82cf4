#include <catch2/catch.hpp>

#include "tests/tracker/octal/games.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octal;

namespace {

/// Brings the player to no card with cards of that condition; what is laid stands whether it answers or not.
void finish(Match& match, int player, Condition condition) {
  for (int value = 8; handOf(match, player) > 0; --value) {
    while (match.toMove() != player) match.play(pass(*match.toMove()));
    match.play(standing(calling(play(player, card(value, condition)))));
  }
}

}  // namespace

TEST_CASE("who has no card left wins and the game is over") {
  Match match(header());
  finish(match, 1, Condition::Greater);
  const Result result = match.result();
  CHECK(result.over);
  CHECK(result.reason == "octal.out");
  CHECK(result.winners == std::vector{1});
  CHECK(result.hands == std::vector{5, 0, 5});
  CHECK(result.scores == result.hands);
  CHECK_FALSE(match.toMove());
}

TEST_CASE("a game in progress tells hands and no winner") {
  const Result result = after(header(), {play(0, equal(5))}).result();
  CHECK_FALSE(result.over);
  CHECK(result.hands == std::vector{3, 4, 4});
  CHECK(result.scores == result.hands);
  CHECK(result.winners.empty());
}

TEST_CASE("with a podium of three the game ends when three are out, in the order of finishing") {
  Match match(header(5, {{"podium", 3}}));
  finish(match, 3, Condition::Greater);
  CHECK_FALSE(match.over());
  finish(match, 1, Condition::Less);
  match.play(pass(2));
  CHECK(match.toMove() == 4);  // 3 is out
  finish(match, 4, Condition::Multiple);
  CHECK(match.result().over);
  CHECK(match.result().winners == std::vector{3, 1, 4});
}

TEST_CASE("without a podium a game of five ends with the first") {
  Match match(header(5));
  finish(match, 3, Condition::Greater);
  CHECK(match.result().winners == std::vector{3});
}

TEST_CASE("only those in play must pass, and nobody stacks for a player who is out") {
  Match match(header(5, {{"podium", 3}}));
  finish(match, 3, Condition::Greater);
  passRound(match, 8);
  CHECK(ruleOf(match, stack(3, divisor(7))) == "octal.stack");
  CHECK(ruleOf(match, stack(4, divisor(7))) == "octal.stack");
  match.play(play(4, equal(8)));
  REQUIRE(match.toMove() == 0);
  passRound(match, 8);
  CHECK(ruleOf(match, stack(4, divisor(7))).empty());
}

TEST_CASE("after the end every move is a breach, a reshuffle and another's turn too") {
  Match match(header());
  finish(match, 1, Condition::Greater);
  for (const Event& event : {pass(2), pass(0), play(1, equal(5)), stack(1, equal(5)), overriding(0, {}), reshuffle()})
    CHECK(ruleOf(match, event) == "octal.over");
}

TEST_CASE("what stands after the end is carried out, and the winner stays the first") {
  Match match(header());
  finish(match, 1, Condition::Greater);
  for (const int value : {1, 2, 3, 5, 7}) match.play(standing(calling(play(0, multiple(value)))));
  CHECK(handOf(match, 0) == 0);
  CHECK(match.result().winners == std::vector{1});
  CHECK(match.result().reason == "octal.out");
}

TEST_CASE("who is out stays out, also with a card drawn by a standing pass") {
  Match match(header(5, {{"podium", 3}}));
  finish(match, 3, Condition::Greater);
  match.play(standing(pass(3)));
  CHECK(handOf(match, 3) == 1);
  CHECK(match.toMove() == 4);
  match.play(standing(play(3, divisor(7))));
  CHECK(match.describe()["finished"] == Json{3});
}

TEST_CASE("counts never fall below zero and every card is somewhere") {
  Match match(header());
  const Json count = match.describe()["count"];
  match.play(standing(overriding(0, {equal(8), equal(7), equal(5), less(6), less(5), less(3)})));
  CHECK(handOf(match, 0) == 0);
  CHECK(match.over());
  CHECK(match.describe()["count"] == count);
}
