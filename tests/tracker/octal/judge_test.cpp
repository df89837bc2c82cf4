#include <catch2/catch.hpp>

#include "tests/tracker/octal/games.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octal;

namespace {

/// Player 0 has five cards, on questions that ask for more than 4 and for another value than 6.
Match fiveInHand() {
  Match match(header());
  passRound(match);
  return match;
}

}  // namespace

TEST_CASE("each question is answered on its own condition") {
  const Match match(header());
  CHECK(ruleOf(match, play(0, equal(5), 0)).empty());
  CHECK(ruleOf(match, play(0, equal(3), 0)) == "octal.condition");
  CHECK(ruleOf(match, play(0, equal(3), 1)).empty());
  CHECK(ruleOf(match, play(0, less(6), 1)) == "octal.condition");
}

TEST_CASE("the sentence of a condition names the value asked for and the card's") {
  const auto because = [](const std::string& under, const std::string& over, const std::string& laid) {
    return Match(asking(under, over)).judge(play(0, laid)).because;
  };
  CHECK(because(greater(1), less(4), equal(3)) == "The question asks for more than 4; the card is a 3");
  CHECK(because(greater(1), less(8), equal(3)) ==
        "The question asks for more than 8, which is 1 only; the card is a 3");
  CHECK(because(less(1), less(4), equal(5)) == "The question asks for less than 4; the card is a 5");
  CHECK(because(less(2), less(1), equal(5)) == "The question asks for less than 1, which is 8 only; the card is a 5");
  CHECK(because(equal(1), less(4), equal(5)) == "The question asks for 4 again; the card is a 5");
  CHECK(because(different(1), less(5), equal(5)) == "The question asks for another value than 5; the card is a 5");
  CHECK(because(multiple(1), less(4), equal(5)) == "The question asks for a multiple of 4; the card is a 5");
  CHECK(because(divisor(1), less(4), equal(5)) == "The question asks for a divisor of 4; the card is a 5");
}

TEST_CASE("a card pointing at the top brings the former top card's condition, one pointing below keeps the old") {
  const Match top = after(header(), {play(0, multiple(6))});  // ⇔
  CHECK(questionOf(top)["condition"] == "less");
  CHECK(ruleOf(top, play(1, greater(7))) == "octal.condition");
  const Match under = after(header(), {below(play(0, divisor(5)))});  // ⇔
  CHECK(questionOf(under)["condition"] == "greater");
  CHECK(ruleOf(under, play(1, greater(7))).empty());
}

TEST_CASE("a card with an up arrow may not point below") {
  const Match match(header());
  CHECK(ruleOf(match, below(play(0, greater(5)))) == "octal.arrow");
  CHECK(ruleOf(match, play(0, greater(5))).empty());
  CHECK(ruleOf(match, below(play(0, greater(6)))).empty());
  CHECK(ruleOf(match, below(play(0, greater(3)))) == "octal.condition");
}

TEST_CASE("an up card that points below and stands leaves the condition in force") {
  CHECK(questionOf(after(header(), {standing(below(play(0, greater(5))))}))["condition"] == "greater");
}

TEST_CASE("an all answers any question and any number card answers an open one, by whoever comes there") {
  const Match match = after(header(), {below(play(0, kAll))});
  CHECK(questionOf(match)["open"] == true);
  CHECK(questionOf(match)["condition"] == "less");
  for (int value = 1; value <= 8; ++value) CHECK(ruleOf(match, play(1, multiple(value))).empty());
  CHECK(ruleOf(match, play(1, kAll)) == "octal.all-on-all");
  CHECK(ruleOf(match, play(1, kAll, 1)).empty());
  const Match later = after(header(), {play(0, kAll), pass(1), play(2, equal(3), 1)});
  CHECK(ruleOf(later, play(0, multiple(1))).empty());
}

TEST_CASE("where a card on an open question points is not looked at") {
  CHECK(ruleOf(after(header(), {play(0, kAll)}), below(play(1, greater(5)))).empty());
  const Match match = after(header(), {play(0, kAll), below(play(1, equal(2)))});
  CHECK(questionOf(match)["value"] == 2);
  CHECK(questionOf(match)["condition"] == "less");
}

TEST_CASE("a card that lies in the questions already, or that the edition has not, is a breach of supply") {
  const Match match(header());
  CHECK(ruleOf(match, play(0, greater(1))) == "octal.supply");
  CHECK(ruleOf(match, play(0, equal(6))) == "octal.supply");
  CHECK(ruleOf(match, play(0, "5:greater:both")) == "octal.supply");
  CHECK(match.judge(play(0, "5:greater:both")).because == "This edition has no card 5:greater:both");
  CHECK(match.judge(play(0, greater(1))).because ==
        "The edition has 1 of 1:greater:up; more would lie in the questions");
}

TEST_CASE("the fifth all is a breach of supply, before it is one on an open question") {
  Match match(header());
  for (int k = 0; k < 4; ++k) {
    CHECK(ruleOf(match, play(k % 3, kAll, k % 2)).empty());
    match.play(play(k % 3, kAll, k % 2));
    if (k < 3) match.play(standing(play((k + 1) % 3, greater(k + 2), k % 2)));
    while (match.toMove() != (k + 1) % 3) match.play(pass(*match.toMove()));
  }
  CHECK(ruleOf(match, play(1, kAll, 1)) == "octal.supply");
}

TEST_CASE("plays, passes and overrides wait for their turn") {
  const Match match(header());
  CHECK(ruleOf(match, play(1, equal(5))) == "octal.turn");
  CHECK(ruleOf(match, pass(2)) == "octal.turn");
  CHECK(ruleOf(match, overriding(1, {})) == "octal.turn");
}

TEST_CASE("out of turn and standing, the turn goes on from who acted") {
  CHECK(after(header(), {standing(play(2, equal(5)))}).toMove() == 0);
  CHECK(after(header(4), {standing(pass(2))}).toMove() == 3);
}

TEST_CASE("a pass draws one and a hand of five discards down to five") {
  Match match(header());
  match.play(pass(0));
  CHECK(handOf(match, 0) == 5);
  match.play(pass(1));
  match.play(pass(2));
  match.play(pass(0));
  CHECK(handOf(match, 0) == 5);
}

TEST_CASE("an override needs a hand of exactly five") {
  CHECK(ruleOf(Match(header()), overriding(0, {equal(8), equal(5)})) == "octal.override-hand");
  CHECK(ruleOf(Match(header()), overriding(0, {})) == "octal.override-hand");
  CHECK(ruleOf(fiveInHand(), overriding(0, {equal(8), equal(5)})).empty());
}

TEST_CASE("an override lays two to four cards") {
  const Match match = fiveInHand();
  CHECK(ruleOf(match, overriding(0, {})) == "octal.override-count");
  CHECK(ruleOf(match, overriding(0, {equal(8)})) == "octal.override-count");
  CHECK(ruleOf(match, calling(overriding(0, {equal(8), equal(7), less(6), equal(5)}))).empty());
  CHECK(ruleOf(match, overriding(0, {equal(8), equal(7), less(7), less(6), equal(5)})) == "octal.override-count");
}

TEST_CASE("an override counts its own cards too when it looks at the supply") {
  CHECK(ruleOf(fiveInHand(), overriding(0, {equal(8), equal(8)})) == "octal.supply");
  CHECK(ruleOf(fiveInHand(), overriding(0, {kAll, kAll, kAll})).empty());
}

TEST_CASE("in an override values never rise, like values may follow and an all goes first") {
  const Match match = fiveInHand();
  CHECK(ruleOf(match, overriding(0, {equal(5), equal(8)})) == "octal.override-order");
  CHECK(ruleOf(match, overriding(0, {equal(5), kAll})) == "octal.override-order");
  CHECK(ruleOf(match, overriding(0, {kAll, equal(8)})).empty());
  CHECK(ruleOf(match, overriding(0, {equal(8), less(8), divisor(8)})).empty());
}

TEST_CASE("every card of an override must meet the question as it was, whatever lies under it") {
  const Match match = fiveInHand();
  CHECK(ruleOf(match, overriding(0, {equal(8), equal(4)})) == "octal.condition");
  CHECK(ruleOf(match, overriding(0, {kAll, equal(3)})) == "octal.condition");
  CHECK(ruleOf(match, overriding(0, {equal(7), equal(5)})).empty());
}

TEST_CASE("an override counts as its last card pointing at the former top") {
  Match match = fiveInHand();
  match.play(overriding(0, {kAll, equal(8), equal(5)}));
  CHECK(questionOf(match)["value"] == 5);
  CHECK(questionOf(match)["condition"] == "less");
  CHECK(handOf(match, 0) == 2);
  CHECK(match.toMove() == 1);
}

TEST_CASE("an override of all alone opens the question under the former top card's condition") {
  Match match = fiveInHand();
  match.play(overriding(0, {kAll, kAll}));
  CHECK(questionOf(match)["open"] == true);
  CHECK(questionOf(match)["condition"] == "less");
}

TEST_CASE("an override on an open question may hold number cards and no all, and leaves the condition") {
  Match match(header());
  for (const Event& event : {pass(0), pass(1), play(2, kAll), pass(0)}) match.play(event);
  CHECK(ruleOf(match, overriding(1, {kAll, equal(8)})) == "octal.all-on-all");
  CHECK(ruleOf(match, overriding(1, {equal(8), equal(2)})).empty());
  match.play(overriding(1, {equal(8), equal(2)}));
  CHECK(questionOf(match)["value"] == 2);
  CHECK(questionOf(match)["condition"] == "less");
}

TEST_CASE("an override of no card that stands takes the turn and lays nothing") {
  Match match(header());
  const Json before = questionOf(match);
  match.play(standing(overriding(0, {})));
  CHECK(questionOf(match) == before);
  CHECK(handOf(match, 0) == 4);
  CHECK(match.toMove() == 1);
}

TEST_CASE("an illegal move without stands changes nothing, and neither does one taken back") {
  const Match before(header());
  Match match = before;
  match.play(play(0, equal(3)));
  match.play(takenBack(play(0, equal(5))));
  match.play(standing(takenBack(play(0, equal(3)))));
  CHECK(match == before);
  CHECK_FALSE(match.judge(takenBack(play(0, equal(3)))).legal);
}
