#include "tracker/octa/pot.h"

#include <catch2/catch.hpp>

namespace {

using namespace octo::tracker::octa;

Pot potOf(const std::vector<std::string>& names) {
  Pot pot;
  for (int place = 1; place <= kPotPlaces; ++place)
    pot.at(place) = Card::parse(names[static_cast<std::size_t>(place - 1)]);
  return pot;
}

bool runAt(const Pot& pot, const std::vector<int>& places) { return isRun(pot, setOf(places)); }

}  // namespace

TEST_CASE("a run in the pot is three or more successive places of the ring, one suit, rising or falling by one") {
  const Pot pot = potOf({"2H", "3H", "4H", "9D", "5H", "8D", "7D", "6D"});
  CHECK(runAt(pot, {1, 2, 3}));
  CHECK(runAt(pot, {1, 2, 3, 5}));
  CHECK(runAt(pot, {4, 6, 7}));
  CHECK(runAt(pot, {4, 6, 7, 8}));
  CHECK_FALSE(runAt(pot, {1, 2}));
  CHECK_FALSE(runAt(pot, {1, 3, 5}));
  CHECK_FALSE(runAt(pot, {3, 5, 8}));
}

TEST_CASE("a run in the pot may go all the way round, from any place") {
  CHECK(runAt(potOf({"6C", "7C", "8C", "5C", "9C", "4C", "3C", "2C"}), {1, 2, 3, 4, 5, 6, 7, 8}));
  CHECK(runAt(potOf({"6C", "7C", "8C", "5C", "9C", "4C", "3C", "10C"}), {1, 2, 3, 4, 5, 6, 7, 8}));
  CHECK_FALSE(runAt(potOf({"6C", "7C", "8C", "5C", "9C", "4C", "3C", "AC"}), {1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST_CASE("an ace in the pot is low or high, at an end") {
  CHECK(runAt(potOf({"AH", "2H", "3H", "9D", "5S", "8D", "7C", "6D"}), {1, 2, 3}));
  CHECK(runAt(potOf({"AH", "10H", "9H", "9D", "5S", "8D", "7C", "6D"}), {1, 2, 3}));
  CHECK_FALSE(runAt(potOf({"10H", "AH", "2H", "9D", "5S", "8D", "7C", "6D"}), {1, 2, 3}));
}

TEST_CASE("a swapped card needs a neighbour beside or above it, not across a corner") {
  const Pot pot = potOf({"9S", "3H", "none", "9D", "7C", "AS", "7C", "7C"});
  CHECK(fitsBeside(pot, 1, Card::of(4, Suit::Hearts)));
  CHECK(fitsBeside(pot, 3, Card::of(2, Suit::Hearts)));
  CHECK_FALSE(fitsBeside(pot, 4, Card::of(2, Suit::Hearts)));
  CHECK_FALSE(fitsBeside(pot, 1, Card::of(4, Suit::Spades)));
  CHECK(fitsBeside(pot, 4, Card::of(10, Suit::Spades)));
  CHECK(fitsBeside(pot, 7, Card::of(2, Suit::Spades)));
  CHECK(fitsBeside(pot, 7, Card::of(10, Suit::Spades)));
  CHECK_FALSE(fitsBeside(pot, 7, Card::of(1, Suit::Spades)));
}

TEST_CASE("the runs through a place are all its arcs that are runs, the longest and shorter ones") {
  const Pot pot = potOf({"2H", "3H", "4H", "9D", "5H", "8D", "7D", "6D"});  // 2H 3H 4H 5H, 6D 7D 8D 9D
  CHECK(runsThrough(pot, 1).size() == 2);
  CHECK(runsThrough(pot, 2).size() == 3);
  CHECK(runsThrough(pot, 4).size() == 2);
}
