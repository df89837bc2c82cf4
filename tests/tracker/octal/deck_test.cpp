// The deck: counted, and refilled by itself as soon as a card drawn leaves one in it.
#include <catch2/catch.hpp>
#include <numeric>

#include "tests/tracker/octal/games.h"

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::octal;

namespace {

int deckOf(const Match& match) { return match.describe()["deck"].get<int>(); }
int discardsOf(const Match& match) { return match.describe()["discards"].get<int>(); }

int cardsInHand(const Match& match) {
  const std::vector<int> hands = match.result().hands;
  return std::accumulate(hands.begin(), hands.end(), 0);
}

/// Everyone passes until so many cards are in the deck. The hands are full long before it is low.
Match passedDownTo(Match match, int deck) {
  while (deckOf(match) != deck) match.play(pass(match.toMove().value()));
  return match;
}

/// The card is laid, and everyone passes until the deck is refilled: from 2 cards by the next one drawn.
Match refilled(Match match) {
  match = passedDownTo(std::move(match), 2);
  match.play(pass(match.toMove().value()));
  return match;
}

}  // namespace

TEST_CASE("the deck holds what was not dealt and does not lie in the questions") {
  CHECK(deckOf(Match(header())) == 52 - 4 * 3 - 4);
  CHECK(deckOf(Match(header(5))) == 52 - 4 * 5 - 4);
  CHECK(deckOf(Match(header(6, {{"mode", "single"}}))) == 52 - 4 * 6 - 2);
}

TEST_CASE("each card drawn leaves the deck, and what a full hand draws is discarded") {
  Match match(header());
  passRound(match);
  CHECK(deckOf(match) == 33);
  CHECK(discardsOf(match) == 0);
  passRound(match);
  CHECK(deckOf(match) == 30);
  CHECK(discardsOf(match) == 3);
  match.play(play(0, equal(5)));
  CHECK(deckOf(match) == 30);
}

TEST_CASE("a card drawn that leaves one has the deck refilled: 52 less the hands and two of each question") {
  Match match = passedDownTo(after(header(), {play(0, equal(5)), play(1, greater(6))}), 2);
  REQUIRE(discardsOf(match) > 0);
  match.play(pass(match.toMove().value()));
  // The card just drawn was still in the hand; its discard comes later and stays out of the deck.
  CHECK(deckOf(match) == 52 - (cardsInHand(match) + 1) - 4);
  CHECK(discardsOf(match) == 1);
  CHECK(match.describe()["refilled"] == true);
  CHECK(match.describe()["count"]["cards"] == 52);
}

TEST_CASE("a refill takes all cards of a question but the top one and the one whose condition is in force") {
  const Match before = after(header(), {play(0, equal(7)), below(play(1, greater(6))), pass(2)});
  CHECK(ruleOf(before, play(0, greater(1), 1)) == "octal.supply");
  const Match match = refilled(before);
  const int player = match.toMove().value();
  CHECK(ruleOf(match, play(player, greater(1), 1)).empty());
  CHECK(ruleOf(match, play(player, equal(7), 1)).empty());
  CHECK(ruleOf(match, play(player, less(4), 1)) == "octal.supply");       // in force
  CHECK(ruleOf(match, play(player, greater(6), 1)) == "octal.supply");    // on top
  CHECK(ruleOf(match, play(player, different(2), 1)) == "octal.supply");  // of the other question
}

TEST_CASE("a refill leaves the questions, the hands, the passes and the turn as they are") {
  const Match before = passedDownTo(after(header(), {play(0, equal(5))}), 2);
  const int player = before.toMove().value();
  Match match = before;
  match.play(pass(player));
  for (const std::size_t on : {0u, 1u}) CHECK(questionOf(match, on) == questionOf(before, on));
  CHECK(match.result().hands == before.result().hands);
  CHECK(match.describe()["passes"] != before.describe()["passes"]);
  CHECK(match.toMove() == (player + 1) % 3);
}

TEST_CASE("a draw of several goes on after the refill") {
  Match match = passedDownTo(Match(header()), 4);
  const int player = match.toMove().value();
  match.play(standing(overriding(player, {equal(8), equal(7), equal(5)})));
  REQUIRE(handOf(match, player) == 2);
  match.play(pass(match.toMove().value()));
  match.play(pass(match.toMove().value()));
  REQUIRE(deckOf(match) == 2);
  const Event uncalled = play(player, multiple(3), 1);
  REQUIRE(ruleOf(match, uncalled) == "octal.octo");
  match.play(uncalled);  // the first of the two cards leaves one
  CHECK(handOf(match, player) == 3);
  CHECK(deckOf(match) == 52 - (5 + 5 + 2) - 4 - 1);
  CHECK(ruleOf(match, reshuffle()) == "octal.reshuffle");  // a card was drawn since
}

TEST_CASE("a reshuffle is in order only directly after the deck was refilled by itself, and then changes nothing") {
  Match match(header());
  CHECK(match.judge(reshuffle()).rule == "octal.reshuffle");
  CHECK(match.judge(reshuffle()).because ==
        "The deck still holds 36 cards; it is refilled only when a single card is left");
  match = refilled(std::move(match));
  const Json before = match.describe();
  CHECK(match.play(reshuffle()).legal);
  CHECK(match.describe()["deck"] == before["deck"]);
  CHECK(match.describe()["discards"] == before["discards"]);
  CHECK(ruleOf(match, reshuffle()) == "octal.reshuffle");  // it was said already
}

TEST_CASE("cards may be laid between the refill and the reshuffle that says so, but none drawn") {
  Match match = refilled(Match(header()));
  Match drawn = match;
  drawn.play(pass(drawn.toMove().value()));
  CHECK(ruleOf(drawn, reshuffle()) == "octal.reshuffle");
  match.play(play(match.toMove().value(), equal(5)));
  CHECK(ruleOf(match, reshuffle()).empty());
}

TEST_CASE("a wrong reshuffle that stands makes the refill then; taken off the table it does not") {
  const Match before = after(header(), {play(0, equal(7)), below(play(1, greater(6))), pass(2)});
  Match match = before;
  match.play(reshuffle());
  CHECK(match == [&] {
    Match same = before;
    same.play(reshuffle());
    return same;
  }());
  CHECK(deckOf(match) == deckOf(before));
  CHECK(ruleOf(match, play(0, greater(1), 1)) == "octal.supply");
  match.play(standing(reshuffle()));
  CHECK(deckOf(match) == 52 - cardsInHand(match) - 4);
  CHECK(ruleOf(match, play(0, greater(1), 1)).empty());
  CHECK(ruleOf(match, reshuffle()) == "octal.reshuffle");  // not refilled by itself
}

TEST_CASE("six players on one question draw through the deck and it never runs dry") {
  Match match(header(6, {{"mode", "single"}}));
  for (int k = 0; k < 200; ++k) {
    match.play(pass(match.toMove().value()));
    CHECK(deckOf(match) > 1);
    CHECK(match.describe()["count"]["cards"] == 52);
  }
}
