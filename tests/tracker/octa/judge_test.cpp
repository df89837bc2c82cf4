#include <catch2/catch.hpp>

#include "tests/tracker/octa/games.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octa;

/// Ann has drawn and turned the jack of hearts onto the king of spades: jack and queen of hearts lie open.
const std::vector<Event> kJackTurned{draw(0), action(0, "JH", 0)};

/// Ann's turn with a card discarded, after a meld.
std::vector<Event> annMelds(Cards cards, bool token = false) {
  return duties(0) + meld(0, std::move(cards), token) + discard(0, {"?"});
}

/// r1 of Ann's is 5H 6H 7H 8H, Ben has had his turn, and Ann has drawn.
Match afterARunOfFour() { return after(kStart, annMelds({"5H", "6H", "7H", "8H"}) + idleTurn(1) + draw(0)); }

/// As above with the jack of clubs on the queen of clubs.
Match withAJack(Json options = Json::object()) {
  const Match match = after(Match(header(std::move(options))), annMelds({"5H", "6H", "7H", "8H"}) + idleTurn(1));
  return after(match, {draw(0), action(0, "QC", 1), standing(action(0, "JC", 0))});
}

/// Ben has a claim on 2H 3H 4H and Ann is to move.
Match withAClaim() { return after(kStart, idleTurn(0) + duties(1) + swap(1, 1, "2H", {1, 2, 3}) + discard(1, {"9C"})); }

/// Ann has a token on r1 (8C 9C 10C) from an earlier turn, has done her duties, and 5D lies on the discard
/// pile.
Match withAToken() {
  return after(kStart, annMelds({"8C", "9C", "10C"}, true) + duties(1) + discard(1, {"5D"}) + duties(0));
}

}  // namespace

TEST_CASE("the other player's turn is not one's own, also for additions to runs") {
  CHECK(ruleOf(kStart, draw(1)) == "octa.turn");
  CHECK(ruleOf(afterARunOfFour(), extend(1, "r1", {"9H"})) == "octa.turn");
  CHECK(ruleOf(kStart, draw(0)).empty());
}

TEST_CASE("a turn begins with one card and one action card, in this order") {
  CHECK(ruleOf(kStart, action(0, "JH", 0)) == "octa.order");
  CHECK(ruleOf(after(kStart, {draw(0)}), draw(0)) == "octa.order");
  CHECK(ruleOf(after(kStart, {draw(0)}), action(0, "JH", 0)).empty());
  CHECK(ruleOf(after(kStart, kJackTurned), action(0, "JH", 0)) == "octa.order");
}

TEST_CASE("steps three to five wait for the duties") {
  for (const Match& match : {kStart, after(kStart, {draw(0)})})
    for (const Event& each : {meld(0, {"5H", "6H", "7H"}), takeLine(0, "top", {}), takeRun(0, {}), swap(0, 1, "2H"),
                              discard(0, {"5H"}), endTurn(0), kingFromStock(0)})
      CHECK(ruleOf(match, each) == "octa.order");
  CHECK(ruleOf(after(kStart, kJackTurned), meld(0, {"5H", "6H", "7H"})).empty());
}

TEST_CASE("an effect comes before steps three and four, additions to runs may come between") {
  const Match match = withAJack();
  CHECK(ruleOf(match, jack(0, "r1", "7H")).empty());
  CHECK(ruleOf(after(match, {extend(0, "r1", {"9H"})}), jack(0, "r1", "7H")).empty());
  CHECK(ruleOf(after(match, {meld(0, {"8C", "9C", "10C"})}), jack(0, "r1", "7H")) == "octa.order");
  CHECK(ruleOf(after(match, {swap(0, 1, "2H")}), jack(0, "r1", "7H")) == "octa.order");
  CHECK(ruleOf(after(match, {jack(0, "r1", "7H")}), jack(0, "r1", "6H")) == "octa.order");
}

TEST_CASE("new runs and the pot's cards come before the swap") {
  const Match match = after(kStart, duties(0) + swap(0, 1, "2H"));
  CHECK(ruleOf(match, meld(0, {"8C", "9C", "10C"})) == "octa.order");
  CHECK(ruleOf(match, takeLine(0, "top", {})) == "octa.order");
  CHECK(ruleOf(match, takeRun(0, {})) == "octa.order");
  CHECK(ruleOf(match, discard(0, {"5C"})).empty());
}

TEST_CASE("the rulebook's jack of hearts on the king of spades may be used, beside another suit not") {
  const auto run = annMelds({"5C", "6C", "7C"}) + idleTurn(1) + draw(0);
  CHECK(ruleOf(after(kStart, run + action(0, "JH", 0)), jack(0, "r1", "6C")).empty());
  CHECK(ruleOf(after(kStart, run + action(0, "JH", 1)), jack(0, "r1", "6C")) == "octa.action-suit");
}

TEST_CASE("an effect is that of the card just turned") {
  CHECK(ruleOf(after(kStart, kJackTurned), kingFromStock(0)) == "octa.action-rank");
  CHECK(ruleOf(after(kStart, kJackTurned), queen(0, {4, 6}, {"2C", "5C"})) == "octa.action-rank");
  CHECK(ruleOf(after(kStart, {draw(0), action(0, "KH", 0)}), kingFromStock(0)).empty());
}

TEST_CASE("the rulebook's jack: a run of four is a run of three until somebody replaces the seven") {
  const Match closed = after(withAJack(), {jack(0, "r1", "7H")});
  CHECK(placesOf(closed, "r1") == Json{"5H", "6H", "back", "8H"});
  CHECK(closed.result().scores == std::vector{3, 0});
  CHECK(handOf(closed, 0) == 8 + 1 - 4 - 1 + 1 + 1);
  const Match replaced = after(closed, {discard(0, {"9C"}), replace(1, "r1", "7H")});
  CHECK(placesOf(replaced, "r1") == Json{"5H", "6H", "7H", "8H"});
  CHECK(handOf(replaced, 1) == handOf(closed, 1));
}

TEST_CASE("with the option the jack's card goes on the discard pile") {
  const Match match = after(withAJack({{"jack_card", "discard"}}), {jack(0, "r1", "7H")});
  CHECK(match.describe()["discard"].back() == "7H");
  CHECK(handOf(match, 0) == 8 + 1 - 4 - 1 + 1);
}

TEST_CASE("a jack needs an open card of a run of which another stays open, and a card of the stock") {
  const Match match = withAJack();
  CHECK(ruleOf(match, jack(0, "r2", "7H")) == "octa.absent");
  CHECK(ruleOf(match, jack(0, "r1", "9H")) == "octa.absent");
  const Match last = after(match, {standing(jack(0, "r1", "5H")), standing(jack(0, "r1", "6H")),
                                   standing(jack(0, "r1", "7H")), standing(discard(0, {"?"}))});
  const Match bens = after(last, {draw(1), action(1, "JC", 0)});
  CHECK(ruleOf(bens, jack(1, "r1", "8H")) == "octa.jack-last");
  CHECK(ruleOf(bens, jack(1, "r1", "7H")) == "octa.absent");
}

TEST_CASE("a jack takes the lower of two like cards") {
  Match match = after(kStart, annMelds({"AC", "2C", "3C"}) + duties(1) + discard(1, {"?"}) + duties(0));
  match = after(match, {extend(0, "r1", {"4C", "5C", "6C", "7C", "8C"}), discard(0, {"?"})});
  match = after(match, idleTurn(1) + draw(0) + action(0, "JH", 0) + standing(extend(0, "r1", {"9C", "10C", "AC"})));
  match = after(match, {jack(0, "r1", "AC")});
  CHECK(placesOf(match, "r1").front() == "back");
  CHECK(placesOf(match, "r1").back() == "AC");
}

TEST_CASE("the rulebook's queen takes four and eight of diamonds or six and two of spades") {
  const Match match = after(kStart, {draw(0), action(0, "QH", 0)});
  CHECK(ruleOf(match, queen(0, {4, 6}, {"2C", "5C"})).empty());
  CHECK(ruleOf(match, queen(0, {5, 7}, {"2C", "5C"})).empty());
  CHECK(ruleOf(match, queen(0, {4, 7}, {"2C", "5C"})) == "octa.queen-suit");
  CHECK(ruleOf(match, queen(0, {4, 4}, {"2C", "5C"})) == "octa.queen-suit");
  const Match taken = after(match, {queen(0, {6, 4}, {"2C", "5C"})});
  CHECK(taken.describe()["pot"] == Json{"AC", "3H", "4H", "2C", "6S", "5C", "2S", "6H"});
  CHECK(handOf(taken, 0) == 11);
  CHECK(stockOf(taken) == 56 - 1 - 2);
}

TEST_CASE("a queen's fill may show a card a second time but not a third") {
  const Match match = after(kStart, {draw(0), action(0, "QH", 0)});
  CHECK(ruleOf(match, queen(0, {4, 6}, {"4D", "4D"})).empty());
  CHECK(ruleOf(match, queen(0, {4, 6}, {"AC", "3H"})).empty());
  CHECK(ruleOf(match, queen(0, {4, 6}, {"AC", "AC"})) == "octa.supply");
}

TEST_CASE("a king takes two cards off the stock, or any two that are in the discard pile") {
  const Match match =
      after(kStart, duties(0) + discard(0, {"9C"}) + duties(1) + discard(1, {"5D"}) + draw(0) + action(0, "KH", 0));
  const Match drawn = after(match, {kingFromStock(0)});
  CHECK(handOf(drawn, 0) == handOf(match, 0) + 2);
  CHECK(stockOf(drawn) == stockOf(match) - 2);
  const Match chosen = after(match, {king(0, {"5D", "9C"})});
  CHECK(chosen.describe()["discard"].empty());
  CHECK(handOf(chosen, 0) == handOf(match, 0) + 2);
  CHECK(ruleOf(match, king(0, {"5D", "8C"})) == "octa.absent");
  CHECK(ruleOf(match, king(0, {"5D", "5D"})) == "octa.absent");
}

TEST_CASE("a king needs two cards in the pile, and a card nobody saw may be any") {
  const Match one = after(kStart, duties(0) + discard(0, {"9C"}) + draw(1) + action(1, "KH", 0));
  CHECK(ruleOf(one, king(1, {"9C", "5D"})) == "octa.empty");
  const Match unseen = after(kStart, idleTurn(0) + duties(1) + discard(1, {"9C"}) + draw(0) + action(0, "KH", 0));
  CHECK(ruleOf(unseen, king(0, {"9C", "5D"})).empty());
  CHECK(ruleOf(unseen, king(0, {"5D", "5D"})) == "octa.absent");
  CHECK(after(unseen, {king(0, {"5D", "9C"})}).describe()["discard"].empty());
}

TEST_CASE("a king takes the topmost copy") {
  const Match match = after(kStart, duties(0) + discard(0, {"9C"}) + duties(1) + discard(1, {"5D"}) + duties(0) +
                                        discard(0, {"9C"}) + draw(1) + action(1, "KH", 0) + king(1, {"9C", "5D"}));
  CHECK(match.describe()["discard"] == Json{"9C"});
}

TEST_CASE("a new run has three cards of one suit in succession, held in the hand") {
  const Match match = after(kStart, duties(0));
  CHECK(ruleOf(match, meld(0, {})) == "octa.run-length");
  CHECK(ruleOf(match, meld(0, {"5H", "6H"})) == "octa.run-length");
  CHECK(ruleOf(match, meld(0, {"5H", "6S", "7H"})) == "octa.run-suit");
  CHECK(ruleOf(match, meld(0, {"5H", "6H", "8H"})) == "octa.run-order");
  CHECK(ruleOf(match, meld(0, {"9D", "10D", "AD"})).empty());
  CHECK(ruleOf(match, meld(0, {"AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"})).empty());
  CHECK(ruleOf(match, meld(0, {"AC", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "10C"})) == "octa.hand");
}

TEST_CASE("a third open copy of a card is one too many") {
  const Match match = after(kStart, annMelds({"2S", "3S", "4S"}) + duties(1));
  CHECK(ruleOf(match, meld(1, {"3S", "4S", "5S"})).empty());
  CHECK(ruleOf(match, meld(1, {"AS", "2S", "3S"})) == "octa.supply");
  CHECK(ruleOf(match, discard(1, {"2S"})) == "octa.supply");
  CHECK(ruleOf(match, discard(1, {"3S"})).empty());
}

TEST_CASE("an action card shown a third time counts those under the open ones") {
  const Match match = after(kStart, {draw(0), action(0, "KS", 0), discard(0, {"?"}), draw(1), action(1, "JS", 0),
                                     discard(1, {"?"}), draw(0)});
  CHECK(ruleOf(match, action(0, "KS", 1)) == "octa.supply");
  CHECK(ruleOf(match, action(0, "JS", 1)).empty());
}

TEST_CASE("one option of step three a turn") {
  const Match melded = after(kStart, duties(0) + meld(0, {"8C", "9C", "10C"}));
  CHECK(ruleOf(melded, meld(0, {"8S", "9S", "10S"})) == "octa.one-option");
  CHECK(ruleOf(melded, takeLine(0, "top", {})) == "octa.one-option");
  CHECK(ruleOf(melded, takeRun(0, {})) == "octa.one-option");
}

TEST_CASE("a token needs to be in the middle") {
  const Match match = after(kStart, annMelds({"8C", "9C", "10C"}, true) + idleTurn(1) + duties(0));
  CHECK(ruleOf(match, meld(0, {"7C", "8C", "9C"}, true)) == "octa.token-away");
  CHECK(ruleOf(match, meld(0, {"7C", "8C", "9C"})).empty());
  CHECK(ruleOf(match, swap(0, 1, "2H", {1, 2, 3})) == "octa.token-away");
  CHECK(ruleOf(match, swap(0, 1, "2H")).empty());
}

TEST_CASE("a line is taken with a token from an earlier turn") {
  CHECK(ruleOf(after(kStart, duties(0)), takeLine(0, "top", {})) == "octa.no-token");
  const Match match = withAToken();
  const Match taken = after(match, {takeLine(0, "top", {"5D", "9S", "7D"})});
  CHECK(taken.describe()["pot"] == Json{"5D", "9S", "7D", "4D", "6S", "8D", "2S", "6H"});
  CHECK(tokenOf(taken, 0) == "middle");
  CHECK(handOf(taken, 0) == handOf(match, 0) + 3);
  CHECK(stockOf(taken) == stockOf(match) - 1);
  CHECK(taken.describe()["discard"].empty());
}

TEST_CASE("a token laid on a run this turn gives no line yet") {
  // The meld was Ben's, out of turn and left as it was; Ben's own turn comes later.
  const Match now = after(kStart, duties(0) + standing(meld(0, {"8C", "9C", "10C"}, true)));
  CHECK(ruleOf(now, takeLine(0, "top", {})) == "octa.one-option");
  const Match earlier = after(kStart, standing(meld(1, {"8C", "9C", "10C"}, true)) + idleTurn(0) + duties(1));
  CHECK(ruleOf(earlier, takeLine(1, "top", {"9S", "9D", "7D"})).empty());
}

TEST_CASE("a line's fill comes from the discard pile first, as many cards as there are gaps") {
  const Match match = withAToken();
  CHECK(ruleOf(match, takeLine(0, "left", {"9S", "5D", "7D"})) == "octa.fill");
  CHECK(ruleOf(match, takeLine(0, "left", {"5D", "9S"})) == "octa.fill");
  CHECK(ruleOf(match, takeLine(0, "left", {"5D", "9S", "7D", "7S"})) == "octa.fill");
  CHECK(ruleOf(match, takeLine(0, "left", {"5D", "9S", "2S"})).empty());
  CHECK(ruleOf(match, takeLine(0, "left", {"5D", "AC", "AC"})).empty());
  CHECK(ruleOf(match, takeLine(0, "left", {"5D", "9S", "8C"})).empty());
  const Match twice = after(match, {extend(0, "r1", {"7C"}), discard(0, {"6S"})});
  CHECK(ruleOf(after(twice, idleTurn(1) + duties(0)), takeLine(0, "left", {"6S", "6S", "6S"})) == "octa.fill");
}

TEST_CASE("of a fill only cards off the stock are counted as new") {
  const Match match = after(kStart, annMelds({"8C", "9C", "10C"}, true) + duties(1) + meld(1, {"2S", "3S", "4S"}) +
                                        discard(1, {"5D"}) + duties(0));
  CHECK(ruleOf(match, takeLine(0, "left", {"5D", "9S", "2S"})) == "octa.supply");
  CHECK(
      ruleOf(match, takeLine(0, "left", {"5D", "2S", "9S"})).empty());  // an unseen card of the pile turns out to be it
}

TEST_CASE("a card of the line is laid before the swap and the end of the turn") {
  const Match taken = after(withAToken(), {takeLine(0, "top", {"5D", "9S", "7D"})});  // AC 3H 4H
  CHECK(ruleOf(taken, swap(0, 5, "7H")) == "octa.line-lay");
  CHECK(ruleOf(taken, discard(0, {"9D"})) == "octa.line-lay");
  CHECK(ruleOf(taken, endTurn(0)) == "octa.line-lay");
  CHECK(ruleOf(taken, meld(0, {"7S", "8S", "9S"})) == "octa.one-option");
  CHECK(ruleOf(taken, meld(0, {"2H", "3H", "4H"}, true)) == "octa.token-b");
  const Match melded = after(taken, {meld(0, {"2H", "3H", "4H"})});
  CHECK(ruleOf(melded, discard(0, {"9D"})).empty());
  CHECK(ruleOf(melded, meld(0, {"AC", "2C", "3C"})) == "octa.one-option");
  CHECK(ruleOf(melded, takeLine(0, "top", {})) == "octa.one-option");
}

TEST_CASE("after a line one new run with one of its cards, also where another of them was laid on a run before") {
  const Match taken =
      after(withAToken(), {extend(0, "r1", {"7C"}), takeLine(0, "top", {"5D", "9S", "7D"})});  // AC 3H 4H
  const Match extended = after(taken, {extend(0, "r1", {"AC"})});
  CHECK(ruleOf(extended, meld(0, {"3H", "4H", "5H"})).empty());
  const Match melded = after(extended, {meld(0, {"3H", "4H", "5H"})});
  CHECK(melded.judge(meld(0, {"2H", "3H", "4H"})).because ==
        "A turn has one new run; one was laid with the line already");
  CHECK(ruleOf(melded, extend(0, "r2", {"6H"})).empty());
}

TEST_CASE("a card of the line may be laid on an own run, not on another's") {
  const Match match = after(kStart, annMelds({"8C", "9C", "10C"}, true) + duties(1) + meld(1, {"2C", "3C", "4C"}) +
                                        discard(1, {"5D"}) + duties(0) + takeLine(0, "top", {"5D", "9S", "7D"}));
  CHECK(ruleOf(after(match, {extend(0, "r2", {"AC"})}), discard(0, {"9D"})) == "octa.line-lay");
  CHECK(ruleOf(after(match, {extend(0, "r1", {"7C"})}), discard(0, {"9D"})) == "octa.line-lay");
  CHECK(ruleOf(after(match, {extend(0, "r1", {"AC"})}), discard(0, {"9D"})).empty());
}

TEST_CASE("replacing a face-down card of an own run with a card of the line counts as laying it") {
  Match match = after(kStart, duties(0) + meld(0, {"AC", "2C", "3C"}, true) + discard(0, {"?"}));
  match = after(match, {draw(1), action(1, "JH", 0), jack(1, "r1", "AC"), discard(1, {"?", "5D"})});
  match = after(match, duties(0) + takeLine(0, "top", {"5D", "9S", "7D"}));
  CHECK(ruleOf(match, discard(0, {"9D"})) == "octa.line-lay");
  CHECK(ruleOf(after(match, {replace(0, "r1", "AC")}), discard(0, {"9D"})).empty());
}

TEST_CASE("the rulebook's swap: the two of hearts for the ace of clubs, with the token on the run") {
  const Match match = after(kStart, duties(0));
  CHECK(ruleOf(match, swap(0, 1, "2H", {1, 2, 3})).empty());
  const Match claimed = after(match, {swap(0, 1, "2H", {3, 1, 2})});
  CHECK(claimed.describe()["pot"][0] == "2H");
  CHECK(tokenOf(claimed, 0)["pot"] == Json{1, 2, 3});
  CHECK(handOf(claimed, 0) == handOf(match, 0));
}

TEST_CASE(
    "the rulebook's second swap: five of hearts for six of spades is allowed, claiming a shared card is "
    "not") {
  const Match match = after(kStart, duties(0) + swap(0, 1, "2H", {1, 2, 3}) + discard(0, {"9C"}) + duties(1));
  CHECK(ruleOf(match, swap(1, 5, "5H")).empty());
  CHECK(ruleOf(match, swap(1, 5, "5H", {3, 5, 8})) == "octa.claim");
  CHECK(ruleOf(match, swap(1, 2, "5H")) == "octa.protected");
}

TEST_CASE("a swapped card needs a neighbour of its suit, one higher or lower") {
  const Match match = after(kStart, duties(0));
  CHECK(ruleOf(match, swap(0, 1, "5H")) == "octa.swap-adjacent");
  CHECK(ruleOf(match, swap(0, 1, "2S")) == "octa.swap-adjacent");
  CHECK(ruleOf(match, swap(0, 1, "4H")).empty());
}

TEST_CASE("a claim is one arc of the ring, a run, through the swapped place, and not always the longest") {
  const Match match =
      after(kStart, duties(0) + swap(0, 5, "5H") + discard(0, {"9C"}) + duties(1));  // 3H 4H 5H 6H at 2 3 5 8
  CHECK(ruleOf(match, swap(1, 1, "2H", {1, 2, 3, 5, 8})).empty());
  CHECK(ruleOf(match, swap(1, 1, "2H", {1, 2, 3})).empty());
  CHECK(ruleOf(match, swap(1, 1, "2H", {1, 2})) == "octa.claim");
  CHECK(ruleOf(match, swap(1, 1, "2H", {1, 2, 3, 3})) == "octa.claim");
  CHECK(ruleOf(match, swap(1, 1, "2H", {1, 2, 5})) == "octa.claim");
  CHECK(ruleOf(match, swap(1, 1, "2H", {4, 1, 2})) == "octa.claim");
  CHECK(ruleOf(match, swap(1, 1, "2H", {2, 3, 5})) == "octa.claim");
}

TEST_CASE("one swap a turn, with a card of the hand") {
  const Match match = after(kStart, duties(0) + swap(0, 1, "2H"));
  CHECK(ruleOf(match, swap(0, 1, "4H")) == "octa.swap-once");
  const Match empty = after(kStart, duties(0) + standing(discard(1, {"?", "?", "?", "?", "?", "?", "?", "?"})) +
                                        standing(extend(0, "r1", {"AS"})) +
                                        meld(0, {"2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S"}));
  CHECK(ruleOf(empty, swap(0, 1, "2H")) == "octa.hand");
  CHECK(ruleOf(empty, extend(0, "r1", {"AS"})) == "octa.hand");
  CHECK(ruleOf(empty, discard(0, {"?"})) == "octa.hand");
  CHECK(ruleOf(empty, endTurn(0)).empty());
}

TEST_CASE("a swap may bring back the face it takes but show no third copy") {
  const Match match = after(kStart, annMelds({"2H", "3H", "4H"}) + duties(1));
  CHECK(ruleOf(match, swap(1, 2, "3H")).empty());
  CHECK(ruleOf(match, swap(1, 1, "4H")) == "octa.supply");
}

TEST_CASE("a card under a token is protected from queens, lines and swaps of both players") {
  const Match match = withAClaim();
  CHECK(ruleOf(after(match, {draw(0), action(0, "QH", 0)}), queen(0, {1, 2}, {"2C", "5C"})) == "octa.protected");
  CHECK(ruleOf(after(match, {draw(0), action(0, "QH", 0)}), queen(0, {4, 6}, {"2C", "5C"})).empty());
  CHECK(ruleOf(after(match, duties(0)), swap(0, 2, "5H")) == "octa.protected");
  CHECK(ruleOf(after(match, idleTurn(0) + duties(1)), swap(1, 2, "5H")) == "octa.protected");
  const Match token = after(match, annMelds({"8C", "9C", "10C"}, true) + idleTurn(1) + duties(0));
  CHECK(ruleOf(token, takeLine(0, "top", {})) == "octa.protected");
  CHECK(ruleOf(token, takeLine(0, "right", {})) == "octa.protected");
  CHECK(ruleOf(token, takeLine(0, "bottom", {})) == "octa.fill");
}

TEST_CASE("a run of the pot is taken by the owner of the token and the pot filled") {
  const Match match = after(withAClaim(), idleTurn(0) + duties(1));
  CHECK(ruleOf(after(withAClaim(), duties(0)), takeRun(0, {})) == "octa.no-claim");
  CHECK(ruleOf(match, takeRun(1, {"7D", "7S", "7C"})) == "octa.fill");
  const Match taken = after(match, {takeRun(1, {"10D", "9C", "7D"})});
  CHECK(placesOf(taken, "r1") == Json{"2H", "3H", "4H"});
  CHECK(taken.describe()["runs"]["r1"]["owner"] == 1);
  CHECK(taken.describe()["pot"] == Json{"10D", "9C", "7D", "4D", "6S", "8D", "2S", "6H"});
  CHECK(tokenOf(taken, 1) == "middle");
  CHECK(handOf(taken, 1) == handOf(match, 1));
  CHECK(ruleOf(taken, meld(1, {"7S", "8S", "9S"})) == "octa.one-option");
}

TEST_CASE("the run in the pot that grew over the claim may be taken as a whole") {
  const Match grown = after(withAClaim(), duties(0) + swap(0, 5, "5H") + discard(0, {"9C"}) + duties(1));  // 2H … 6H
  const auto take = [](Places places, Cards fill) {
    Event run = takeRun(1, std::move(fill));
    run.fields["take"] = places;
    return run;
  };
  CHECK(ruleOf(grown, takeRun(1, {"9C", "9C", "7D"})).empty());
  CHECK(ruleOf(grown, take({3, 1, 2}, {"9C", "9C", "7D"})).empty());
  CHECK(ruleOf(grown, take({1, 2, 3, 5}, {"9C", "9C", "7D", "7S"})).empty());
  CHECK(ruleOf(grown, take({1, 2, 3, 5}, {"9C", "9C", "7D"})) == "octa.fill");
  CHECK(ruleOf(grown, take({1, 2, 3, 5, 4}, {"9C", "9C", "7D", "7S", "10S"})) == "octa.no-claim");
  CHECK(ruleOf(grown, take({2, 3, 5}, {"9C", "9C", "7D"})) == "octa.no-claim");
  CHECK(ruleOf(grown, take({1, 2, 3, 3}, {"9C", "9C", "7D"})) == "octa.no-claim");
  CHECK(ruleOf(withAClaim(), take({1, 2, 3}, {})) == "octa.turn");
  CHECK(ruleOf(after(kStart, duties(0)), takeRun(0, {})) == "octa.no-claim");
  const Match taken = after(grown, {take({1, 2, 3, 5, 8}, {"9C", "9C", "7D", "7S", "10S"})});
  CHECK(placesOf(taken, "r1") == Json{"2H", "3H", "4H", "5H", "6H"});
  CHECK(taken.describe()["pot"] == Json{"9C", "9C", "7D", "4D", "7S", "8D", "2S", "10S"});
  CHECK(tokenOf(taken, 1) == "middle");
  CHECK(taken.result().scores == std::vector{0, 5});
}

TEST_CASE("of the longer run the places of the other player's claim stay") {
  // AS 2S 3S under Ben's token, and 4S 5S 6S under Ann's next to it on the ring.
  const Match match = after(Match(header({}, {"AS", "2S", "9H", "9D", "4S", "2D", "6S", "5S"})),
                            idleTurn(0) + duties(1) + swap(1, 3, "3S", {1, 2, 3}) + discard(1, {"9C"}) + duties(0) +
                                swap(0, 7, "6S", {5, 8, 7}) + discard(0, {"9C"}) + duties(1));
  Event both = takeRun(1, {"9C", "9C", "7D", "7S", "10S", "10H"});
  both.fields["take"] = {1, 2, 3, 5, 8, 7};
  CHECK(ruleOf(match, both) == "octa.protected");
  both.fields["take"] = {1, 2, 3, 5};
  CHECK(ruleOf(match, both) == "octa.protected");
  CHECK(ruleOf(match, takeRun(1, {"9C", "9C", "7D"})).empty());
}

TEST_CASE("cards are added at the ends of any run, or with the option of an own run only") {
  const Match match = afterARunOfFour();
  CHECK(ruleOf(match, extend(0, "r1", {"9H", "4H"})).empty());
  CHECK(ruleOf(match, extend(0, "r2", {"9H"})) == "octa.absent");
  CHECK(ruleOf(match, extend(0, "r1", {"9S"})) == "octa.run-suit");
  CHECK(ruleOf(match, extend(0, "r1", {"10H"})) == "octa.run-order");
  CHECK(ruleOf(match, extend(0, "r1", {"9H", "10H", "AH", "4H", "3H", "2H"})) == "octa.hand");
  CHECK(ruleOf(after(match, {standing(discard(0, {"9H"})), standing(discard(0, {"9H"}))}), extend(1, "r1", {"9H"})) ==
        "octa.supply");
  for (const auto& [option, rule] : {std::pair("any", ""), std::pair("own", "octa.extend")}) {
    const Match bens = after(Match(header({{"extend", option}})), annMelds({"5H", "6H", "7H"}));
    CHECK(ruleOf(bens, extend(1, "r1", {"8H"})) == rule);
  }
}

TEST_CASE("only the missing card replaces a face-down one, in anybody's run") {
  const Match match = after(withAJack({{"extend", "own"}}), {jack(0, "r1", "7H"), discard(0, {"9C"})});
  CHECK(ruleOf(match, replace(1, "r1", "7H")).empty());
  CHECK(ruleOf(match, replace(1, "r1", "9H")) == "octa.replace");
  CHECK(ruleOf(match, replace(1, "r2", "7H")) == "octa.absent");
  CHECK(ruleOf(after(match, {replace(1, "r1", "7H")}), replace(1, "r1", "7H")) == "octa.absent");
}

TEST_CASE("eight or more in hand must discard, what is above eight but one at least") {
  const Match nine = after(kStart, duties(0));
  CHECK(ruleOf(nine, endTurn(0)) == "octa.discard-required");
  CHECK(ruleOf(nine, discard(0, {"5D"})).empty());
  CHECK(ruleOf(nine, discard(0, {})) == "octa.discard-count");
  CHECK(ruleOf(nine, discard(0, {"5D", "9C"})) == "octa.discard-count");
  const Match eleven = after(kStart, {draw(0), action(0, "KH", 0), kingFromStock(0)});
  CHECK(ruleOf(eleven, discard(0, {"5D"})) == "octa.discard-count");
  CHECK(ruleOf(eleven, discard(0, {"5D", "9C", "?"})).empty());
  const Match six = after(nine, {meld(0, {"8C", "9C", "10C"})});
  CHECK(ruleOf(six, endTurn(0)).empty());
  CHECK(ruleOf(six, discard(0, {"5D"})).empty());
  CHECK(ruleOf(six, discard(0, {"5D", "9D"})) == "octa.discard-count");
}

TEST_CASE("the reasons are told with the cards and numbers at hand") {
  const Match match = after(kStart, duties(0));
  CHECK(match.judge(meld(0, {"5H", "6S", "7H"})).because == "A run is of one suit; 6S is none of the hearts");
  CHECK(match.judge(endTurn(0)).because == "Ann holds 9 cards and must discard");
  CHECK(Match(header(), "nl").judge(draw(1)).because == "Ann is aan de beurt");
}
