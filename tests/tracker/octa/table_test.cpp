// Stock, piles, endings and scores.
#include <catch2/catch.hpp>

#include "tests/tracker/octa/games.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octa;

/// Takes cards off the stock until so many are left: out of turn, so that the turn stays as it is.
Match withStock(Match match, int left) {
  const int other = 1 - match.toMove().value();
  while (stockOf(match) > left + 1) match.play(standing(kingFromStock(other)));
  while (stockOf(match) > left) match.play(standing(draw(other)));
  return match;
}

/// Ann's runs of these lengths, laid at once as if she could; the cards are told by count only where they are
/// of no matter.
Match withRuns(Match match, const std::vector<Cards>& runs, int player = 0) {
  for (const Cards& run : runs) match.play(standing(meld(player, run)));
  return match;
}

const Cards kNine{"AS", "2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S"};
const Cards kSixHearts{"AH", "2H", "3H", "4H", "5H", "6H"};
const Cards kSixClubs{"5C", "6C", "7C", "8C", "9C", "10C"};
const Cards kFour{"2D", "3D", "4D", "5D"};
const Cards kThree{"8H", "9H", "10H"};

}  // namespace

TEST_CASE("at the start 56 cards are the stock, fourteen action cards the stack, and every piece is counted") {
  const Json text = kStart.describe();
  CHECK(text["stock"] == 56);
  CHECK(text["action_stack"] == 14);
  CHECK(text["count"]["number_cards"] == 80);
  CHECK(text["count"]["action_cards"] == 24);
  CHECK(kStart.result().hands == std::vector{8, 8});
  CHECK(kStart.result().scores == std::vector{0, 0});
}

TEST_CASE("the rulebook's winning table: nine, six, six, four and three cards in runs") {
  const Match almost = withRuns(after(kStart, duties(0)), {kNine, kSixHearts, kSixClubs, kFour});
  CHECK_FALSE(almost.over());
  CHECK(almost.result().scores == std::vector{25, 0});
  const Match won = withRuns(almost, {kThree});
  CHECK(won.over());
  CHECK(won.result().reason == "octa.octa");
  CHECK(won.result().scores == std::vector{28, 0});
  CHECK(won.result().winners == std::vector{0});
  CHECK_FALSE(won.toMove().has_value());
  CHECK(won.options().empty());
}

TEST_CASE("28 cards without a run of eight do not win") {
  const Cards seven{"AS", "2S", "3S", "4S", "5S", "6S", "7S"};
  const Cards sevenHearts{"AH", "2H", "3H", "4H", "5H", "6H", "7H"};
  const Cards sevenClubs{"4C", "5C", "6C", "7C", "8C", "9C", "10C"};
  const Cards sevenDiamonds{"AD", "2D", "3D", "4D", "5D", "6D", "7D"};
  const Match match = withRuns(after(kStart, duties(0)), {seven, sevenHearts, sevenClubs, sevenDiamonds});
  CHECK(match.result().scores == std::vector{28, 0});
  CHECK_FALSE(match.over());
  CHECK(after(match, {standing(extend(0, "r1", {"8S"}))}).over());
}

TEST_CASE("whose run the other player makes the 28 cards full wins at that moment, out of turn") {
  const Match almost = withRuns(after(kStart, duties(0)), {kNine, kSixHearts, kSixClubs, kFour, {"9H", "10H"}}, 1);
  CHECK(almost.result().scores == std::vector{0, 27});
  CHECK_FALSE(almost.over());
  const Match won = after(almost, {extend(0, "r5", {"8H"})});
  CHECK(won.result().reason == "octa.octa");
  CHECK(won.result().winners == std::vector{1});
}

TEST_CASE("of two who have an Octa and 28 cards the player in turn wins") {
  // Out of turn Ann takes an open card off each side's runs and gives Ben's last one back in her own turn: both have
  // what wins, and it is Ann's turn.
  const Cards nine{"2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S"};
  Match match =
      withRuns(after(kStart, duties(0)), {kNine, kSixHearts, kSixClubs, {"AD", "2D", "3D", "4D", "5D", "6D"}});
  match = withRuns(std::move(match),
                   {nine,
                    {"5H", "6H", "7H", "8H", "9H", "10H"},
                    {"AC", "2C", "3C", "4C", "5C", "6C"},
                    {"4D", "5D", "6D", "7D", "8D", "9D"}},
                   1);
  CHECK_FALSE(match.over());
  CHECK(match.result().scores == std::vector{27, 27});
  const Match own = after(match, {standing(extend(0, "r1", {"10S"}))});
  CHECK(own.result().winners == std::vector{0});
  const Match others = after(match, {standing(extend(0, "r8", {"10D"}))});
  CHECK(others.result().winners == std::vector{1});
}

TEST_CASE("after the end everything is over, what stands is counted and the first reason stays") {
  const Match won = withRuns(after(kStart, duties(0)), {kNine, kSixHearts, kSixClubs, kFour, kThree});
  for (const Event& each : {draw(0), draw(1), restock(), reshuffle(), endTurn(0)})
    CHECK(ruleOf(won, each) == "octa.over");
  const Match more = after(won, {standing(meld(1, {"7D", "8D", "9D"})), standing(draw(1))});
  CHECK(more.result().scores == std::vector{28, 3});
  CHECK(more.result().reason == "octa.octa");
  CHECK(more.result().winners == std::vector{0});
  CHECK(more.result().hands[1] == won.result().hands[1] - 3 + 1);
}

TEST_CASE("an empty stock is made anew once, of the discard pile and runs of three") {
  Match match = after(kStart, duties(0) + meld(0, {"8C", "9C", "10C"}, true) + discard(0, {"?"}));
  match = after(match, duties(1) + meld(1, {"2C", "3C", "4C", "5C"}, true) + discard(1, {"5D"}));
  CHECK(ruleOf(match, restock()) == "octa.restock");
  match = withStock(match, 0);
  CHECK(ruleOf(match, draw(0)) == "octa.empty");
  const Match anew = after(match, {restock()});
  CHECK(stockOf(anew) == 2 + 3);
  CHECK(anew.describe()["discard"].empty());
  CHECK_FALSE(anew.describe()["runs"].contains("r1"));
  CHECK(anew.describe()["runs"].contains("r2"));
  CHECK(tokenOf(anew, 0) == "middle");
  CHECK(tokenOf(anew, 1)["run"] == "r2");
  CHECK(anew.result().scores == std::vector{0, 4});
  CHECK(ruleOf(withStock(anew, 0), restock()) == "octa.restock");
  CHECK(ruleOf(anew, extend(0, "r1", {"7C"})) == "octa.absent");
  CHECK(placesOf(after(anew, {standing(meld(0, {"8C", "9C", "10C"}))}), "r3").size() == 3);
}

TEST_CASE("a run of three open cards goes back to the stock with its face-down ones") {
  const Match match =
      after(kStart, duties(0) + meld(0, {"7C", "8C", "9C", "10C"}, true) + standing(jack(0, "r1", "8C")));
  const Match anew = after(withStock(match, 0), {restock()});
  CHECK_FALSE(anew.describe()["runs"].contains("r1"));
  CHECK(tokenOf(anew, 0) == "middle");
  CHECK(stockOf(anew) == 4);
  CHECK(anew.result().scores == std::vector{0, 0});
  CHECK(anew.describe()["count"] == match.describe()["count"]);
}

TEST_CASE("the closed card of a run that went back may come open again") {
  const Match match = after(kStart, duties(0) + meld(0, {"7C", "8C", "9C", "10C"}) + standing(jack(0, "r1", "8C")));
  const Match anew = after(withStock(match, 0), {restock(), standing(discard(0, {"8C", "8C"}))});
  CHECK(ruleOf(anew, standing(discard(1, {"8C"}))) != "");
  CHECK(ruleOf(after(anew, {draw(1), standing(action(1, "KS", 1))}), meld(1, {"7C", "8C", "9C"})) == "octa.supply");
  CHECK(ruleOf(after(anew, {draw(1), standing(action(1, "KS", 1))}), meld(1, {"7C", "9C", "10C"})) != "octa.supply");
}

TEST_CASE("one card may be left in the stock where an effect takes two") {
  const Match match = after(kStart, duties(0) + discard(0, {"9C"}) + duties(1) + discard(1, {"5D"}));
  const Match king = withStock(after(match, {draw(0), action(0, "KH", 0)}), 1);
  CHECK(ruleOf(king, kingFromStock(0)) == "octa.empty");
  const Match anew = after(king, {restock()});
  CHECK(stockOf(anew) == 1 + 2);
  CHECK(ruleOf(anew, kingFromStock(0)).empty());
  CHECK(ruleOf(withStock(after(match, {draw(0), action(0, "KH", 0)}), 2), restock()) == "octa.restock");
  const Match queen = withStock(after(match, {draw(0), action(0, "QH", 0)}), 1);
  CHECK(ruleOf(queen, restock()).empty());
  // A jack takes one card, which is there.
  CHECK(ruleOf(withStock(after(match, {draw(0), action(0, "JH", 0)}), 1), restock()) == "octa.restock");
  // Suits that differ allow no effect, and neither does one that was used already.
  CHECK(ruleOf(withStock(after(match, duties(0)), 1), restock()) == "octa.restock");
  CHECK(ruleOf(withStock(after(match, {draw(0), action(0, "KH", 0), kingFromStock(0)}), 1), restock()) ==
        "octa.restock");
  // Once only, also then.
  CHECK(ruleOf(withStock(anew, 1), restock()) == "octa.restock");
}

TEST_CASE("a turn that ends with the stock used up again ends the game: most cards in runs win") {
  Match match = after(withStock(after(kStart, duties(0) + meld(0, {"7C", "8C", "9C", "10C"})), 0), {restock()});
  CHECK(stockOf(match) == 0);
  match = withRuns(std::move(match), {{"2D", "3D", "4D", "5D", "6D"}}, 1);
  CHECK_FALSE(match.over());
  match = after(std::move(match), {standing(discard(0, {"?"}))});
  CHECK(match.result().reason == "octa.stock");
  CHECK(match.result().winners == std::vector{1});
  CHECK(match.result().scores == std::vector{4, 5});
}

TEST_CASE("equal cards in runs win for both") {
  Match match = after(withStock(after(kStart, duties(0)), 0), {restock()});
  match = withRuns(after(std::move(match), {}), {{"2D", "3D", "4D", "5D"}}, 1);
  match = withRuns(std::move(match), {{"2S", "3S", "4S", "5S"}});
  match = after(std::move(match), {standing(discard(0, {"?"}))});
  CHECK(match.result().winners == std::vector{0, 1});
}

TEST_CASE("a turn that ends with the stock used up for the first time goes on to the next") {
  const Match match = after(withStock(after(kStart, duties(0)), 0), {standing(discard(0, {"?"}))});
  CHECK(match.toMove() == 1);
  CHECK(ruleOf(match, draw(1)) == "octa.empty");
  CHECK(ruleOf(match, restock()).empty());
  CHECK(ruleOf(after(match, {restock()}), draw(1)).empty());
}

TEST_CASE("the rulebook's second action stack has 22 cards, all but the two open ones") {
  Match match = afterIdleTurns(kStart, 14);
  CHECK(match.describe()["action_stack"] == 0);
  CHECK(ruleOf(after(match, {draw(0)}), action(0, "JH", 0)) == "octa.empty");
  CHECK(ruleOf(kStart, reshuffle()) == "octa.reshuffle-actions");
  match = after(std::move(match), {reshuffle()});
  CHECK(match.describe()["action_stack"] == 22);
  match = afterIdleTurns(std::move(match), 22);
  match = after(std::move(match), {reshuffle()});
  CHECK(match.describe()["action_stack"] == 22);
  CHECK(ruleOf(after(match, {draw(0)}), action(0, "KS", 1)).empty());
}

TEST_CASE("effects need what they take off the stock") {
  const Match one = withStock(after(kStart, {draw(0), action(0, "KH", 0)}), 1);
  CHECK(ruleOf(after(one, {standing(discard(0, {"?"})), draw(1), action(1, "QH", 0)}),
               queen(1, {4, 6}, {"2C", "5C"})) == "octa.empty");
  const Match king = after(kStart, idleTurn(0));
  const Match bens = after(withStock(king, 2), {draw(1), action(1, "KH", 0)});
  CHECK(ruleOf(bens, kingFromStock(1)) == "octa.empty");
  const Match jacks = withStock(after(kStart, duties(0) + meld(0, {"7C", "8C", "9C"}) + discard(0, {"?"})), 1);
  CHECK(ruleOf(after(jacks, {draw(1), action(1, "JH", 0)}), jack(1, "r1", "8C")) == "octa.empty");
}

TEST_CASE("a gap stays in the pot only where pile and stock are both used up") {
  Match match = after(kStart, duties(0) + meld(0, {"8C", "9C", "10C"}, true) + discard(0, {"9D"}) + idleTurn(1));
  match = withStock(after(std::move(match), duties(0)), 0);  // the pile holds 9D and, on top, a card nobody saw
  CHECK(ruleOf(match, takeLine(0, "top", {"7D", "9D", "5S"})) == "octa.fill");
  const Match gap = after(match, {takeLine(0, "top", {"7D", "9D"})});
  CHECK(gap.describe()["pot"] == Json{"7D", "9D", nullptr, "4D", "6S", "8D", "2S", "6H"});
}
