#include "tracker/octal/penalty.h"

#include <catch2/catch.hpp>

#include "tests/tracker/octal/games.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octal;

TEST_CASE("an all as last card costs three, one card left without a call costs two") {
  CHECK(penaltyFor(1, 1, true, true) == Penalty::AllLast);
  CHECK_FALSE(penaltyFor(1, 1, false, false));
  CHECK(penaltyFor(2, 1, false, false) == Penalty::Octo);
  CHECK(penaltyFor(5, 4, true, false) == Penalty::Octo);
  CHECK_FALSE(penaltyFor(2, 1, true, true));
  CHECK_FALSE(penaltyFor(3, 1, true, false));
  CHECK(cardsDrawn(Penalty::AllLast) == 3);
  CHECK(cardsDrawn(Penalty::Octo) == 2);
}

TEST_CASE("a hand that was one already did not fall to one") { CHECK_FALSE(penaltyFor(1, 0, false, false)); }

TEST_CASE("a penalty stands by itself: the card lies and the cards are drawn") {
  Match match(header());
  playDownTo(match, 0, 2);
  while (match.toMove() != 0) match.play(pass(*match.toMove()));
  const Verdict verdict = match.play(play(0, multiple(3), 1));
  CHECK(verdict.rule == "octal.octo");
  CHECK(verdict.because == "Ann has one card left and did not call “Octo!”: Ann draws 2");
  CHECK(verdict.applied);
  CHECK(handOf(match, 0) == 3);
  CHECK(questionOf(match, 1)["value"] == 3);
  CHECK(match.toMove() == 1);
}

TEST_CASE("called in time, the second last card is no breach") {
  Match match(header());
  playDownTo(match, 0, 2);
  while (match.toMove() != 0) match.play(pass(*match.toMove()));
  CHECK(match.play(calling(play(0, multiple(3), 1))).legal);
  CHECK(handOf(match, 0) == 1);
}

TEST_CASE("an all as last card does not end the game") {
  Match match(header());
  playDownTo(match, 0, 1);
  while (match.toMove() != 0) match.play(pass(*match.toMove()));
  CHECK(match.judge(play(0, kAll, 1)).because == "The last card of Ann was an ALL: Ann draws 3");
  CHECK(match.play(play(0, kAll, 1)).rule == "octal.all-last");
  CHECK(handOf(match, 0) == 3);
  CHECK_FALSE(match.over());
  CHECK(questionOf(match, 1)["open"] == true);
}

TEST_CASE("a penalty that was taken back costs nothing") {
  Match match(header());
  playDownTo(match, 0, 1);
  while (match.toMove() != 0) match.play(pass(*match.toMove()));
  CHECK(match.play(takenBack(play(0, kAll, 1))).rule == "octal.all-last");
  CHECK(handOf(match, 0) == 1);
}

TEST_CASE("an override down to one card must be called as well") {
  Match match(header());
  passRound(match);
  const std::vector<std::string> four{equal(8), equal(7), less(6), equal(5)};
  CHECK(ruleOf(match, calling(overriding(0, four))).empty());
  CHECK(match.play(overriding(0, four)).rule == "octal.octo");
  CHECK(handOf(match, 0) == 3);
}

TEST_CASE("beside another breach that stands the penalty is exacted too") {
  Match match(header());
  playDownTo(match, 0, 2);
  while (match.toMove() != 0) match.play(pass(*match.toMove()));
  CHECK(match.play(standing(play(0, less(6), 1))).rule == "octal.condition");
  CHECK(handOf(match, 0) == 3);
}

TEST_CASE("a breach that does not stand costs no penalty") {
  Match match(header());
  playDownTo(match, 0, 2);
  while (match.toMove() != 0) match.play(pass(*match.toMove()));
  match.play(play(0, less(6), 1));
  CHECK(handOf(match, 0) == 2);
}
