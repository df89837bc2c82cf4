// What is left as it was: applied as far as the pieces allow.
#include <catch2/catch.hpp>

#include "tests/tracker/octa/games.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octa;

}  // namespace

TEST_CASE("out of turn the pieces move, the turn and its duties stay") {
  const Match match =
      after(kStart, {standing(draw(1)), standing(action(1, "JH", 0)), standing(meld(1, {"5H", "6H", "7H"}))});
  CHECK(match.toMove() == 0);
  CHECK(handOf(match, 1) == 8 + 1 - 3);
  CHECK(match.result().scores == std::vector{0, 3});
  CHECK(ruleOf(match, draw(0)).empty());
  CHECK(ruleOf(after(match, {draw(0)}), action(0, "KC", 0)).empty());
  CHECK(ruleOf(after(match, duties(0)), meld(0, {"8C", "9C", "10C"})).empty());
  CHECK(after(match, {standing(discard(1, {"?"}))}).toMove() == 0);
}

TEST_CASE("a duty that a standing breach left open can and must still be done") {
  const Match melded = after(kStart, {standing(meld(0, {"8C", "9C", "10C"}))});
  CHECK(ruleOf(melded, discard(0, {"5D"})) == "octa.order");
  CHECK(ruleOf(melded, draw(0)).empty());
  const Match turned = after(melded, {draw(0), action(0, "KH", 0)});
  CHECK(ruleOf(turned, kingFromStock(0)) == "octa.order");  // the meld came before
  CHECK(ruleOf(turned, meld(0, {"8S", "9S", "10S"})) == "octa.one-option");
  CHECK(ruleOf(turned, swap(0, 1, "2H")).empty());
  const Match actionFirst = after(kStart, {standing(action(0, "KH", 0))});
  CHECK(ruleOf(actionFirst, kingFromStock(0)) == "octa.order");
  CHECK(ruleOf(after(actionFirst, {draw(0)}), kingFromStock(0)).empty());
}

TEST_CASE("a move that was taken back or simply refused changes nothing") {
  Match match = kStart;
  Event back = draw(0);
  back.takenBack = true;
  CHECK(match.play(back).legal);
  CHECK(match.play(draw(1)).rule == "octa.turn");
  Event both = standing(meld(0, {"8C", "9C", "10C"}));
  both.takenBack = true;
  CHECK(match.play(both).rule == "octa.order");
  CHECK(match == kStart);
}

TEST_CASE("what is no run lies there all the same and counts") {
  const Match match = after(kStart, duties(0) + standing(meld(0, {"5H", "8H", "6H"})));
  CHECK(placesOf(match, "r1") == Json{"5H", "6H", "8H"});
  CHECK(match.result().scores == std::vector{3, 0});
  CHECK(ruleOf(match, extend(0, "r1", {"9H", "4H"})).empty());
  CHECK(ruleOf(match, extend(0, "r1", {"7H"})) == "octa.run-order");
  const Match mixed = after(kStart, duties(0) + standing(meld(0, {"5H", "6S"})));
  CHECK(placesOf(mixed, "r1") == Json{"5H", "6S"});
  const Match high = after(kStart, duties(0) + standing(meld(0, {"10H", "AH"})));
  CHECK(placesOf(high, "r1") == Json{"10H", "AH"});  // too short, but the ace goes where it fits
  CHECK(ruleOf(high, extend(0, "r1", {"8H", "9H"})).empty());
  const Match aces = after(kStart, duties(0) + standing(meld(0, {"9C", "10H", "AH"})));
  CHECK(placesOf(aces, "r1") == Json{"AH", "9C", "10H"});  // of two suits: no run, so its ace lies low
  CHECK(ruleOf(mixed, extend(0, "r1", {"7H"})).empty());
  CHECK(ruleOf(mixed, extend(0, "r1", {"7S"})) == "octa.run-suit");
}

TEST_CASE("a run of no cards is not made") {
  const Match match = after(kStart, duties(0) + standing(meld(0, {}, true)));
  CHECK(match.describe()["runs"].empty());
  CHECK(tokenOf(match, 0) == "middle");
}

TEST_CASE("hands, stock and piles never fall below nothing") {
  const Cards many{"AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C", "AC"};
  const Match match = after(kStart, duties(0) + standing(meld(0, many)));
  CHECK(handOf(match, 0) == 0);
  CHECK(match.result().scores == std::vector{11, 0});
  Match empty = kStart;
  for (int k = 0; k < 40; ++k) empty = after(std::move(empty), {standing(kingFromStock(1))});
  CHECK(stockOf(empty) == 0);
  CHECK(handOf(empty, 1) == 8 + 56);
  CHECK(handOf(after(empty, {standing(draw(0))}), 0) == 8);
  CHECK(after(empty, {standing(queen(1, {4, 6}, {"2C", "5C"}))}).describe()["pot"][3].is_null());
}

TEST_CASE("a king who stands takes what is there") {
  const Match match = after(kStart, duties(0) + discard(0, {"9C"}) + standing(king(1, {"9C", "5D"})));
  CHECK(handOf(match, 1) == 9);
  CHECK(match.describe()["discard"].empty());
}

TEST_CASE("a jack, an addition or a replacement at a run that is not there does nothing") {
  const Match match = after(kStart, duties(0));
  const Match more = after(
      match, {standing(jack(1, "r1", "5H")), standing(extend(0, "r1", {"5H"})), standing(replace(0, "r1", "5H"))});
  CHECK(more == match);
}

TEST_CASE("a wrong card that stands for a face-down one lies in its place") {
  Match match = after(kStart, duties(0) + meld(0, {"5H", "6H", "7H", "8H"}) + standing(jack(1, "r1", "7H")));
  match = after(std::move(match), {standing(replace(0, "r1", "9H"))});
  CHECK(placesOf(match, "r1") == Json{"5H", "6H", "9H", "8H"});
  CHECK(match.result().scores == std::vector{4, 0});
}

TEST_CASE("a token that stands although it was elsewhere is moved") {
  Match match =
      after(kStart, duties(0) + meld(0, {"8C", "9C", "10C"}, true) + discard(0, {"?"}) + idleTurn(1) + duties(0));
  match = after(std::move(match), {standing(swap(0, 1, "2H", {1, 2, 3}))});
  CHECK(tokenOf(match, 0)["pot"] == Json{1, 2, 3});
  CHECK(ruleOf(after(match, discard(0, {"?"}) + idleTurn(1) + duties(0)), takeLine(0, "bottom", {})) ==
        "octa.no-token");
}

TEST_CASE("a line that stands brings the token back, also from the pot") {
  const Match match =
      after(kStart, duties(0) + swap(0, 1, "2H", {1, 2, 3}) + discard(0, {"?"}) + idleTurn(1) + duties(0));
  CHECK(tokenOf(after(match, {standing(takeLine(0, "bottom", {"9S", "7D", "5D"}))}), 0) == "middle");
}

TEST_CASE("a claim that stands protects its places, and is taken as it lies") {
  Match match = after(kStart, duties(0) + standing(swap(0, 1, "2H", {1, 2})) + discard(0, {"?"}) + duties(1));
  CHECK(ruleOf(match, swap(1, 2, "5H")) == "octa.protected");
  match = after(std::move(match), discard(1, {"9C"}) + duties(0) + takeRun(0, {"9C", "7D"}));
  CHECK(placesOf(match, "r1") == Json{"2H", "3H"});
}

TEST_CASE("a line that stands must be laid from like any other") {
  Match match = after(kStart, duties(0) + standing(takeLine(0, "top", {"9S", "7D", "5D"})));
  CHECK(handOf(match, 0) == 12);
  CHECK(ruleOf(match, discard(0, {"?", "?", "?", "?"})) == "octa.line-lay");
  match = after(std::move(match), {standing(discard(0, {"?", "?", "?", "?"}))});
  CHECK(match.toMove() == 1);
  CHECK(ruleOf(after(match, idleTurn(1) + duties(0)), discard(0, {"?"})).empty());
}
