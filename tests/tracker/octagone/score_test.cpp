#include "tracker/octagone/score.h"

#include <catch2/catch.hpp>

namespace {

using namespace octo;
using namespace octo::tracker::octagone;

Result finished(const std::vector<Hand>& hands, Ending ending = Ending::Stuck) {
  State state;
  state.players = static_cast<int>(hands.size());
  state.hands = hands;
  state.ending = ending;
  return resultOf(state);
}

}  // namespace

TEST_CASE("the fewest shields win, and all who tie") {
  CHECK(finished({{3, 1}, {5, 0}}).winners == std::vector{0});
  CHECK(finished({{3, 2}, {5, 0}}).winners == std::vector{0, 1});
  CHECK(finished({{3, 1}, {5, 0}}).scores == std::vector{4, 5});
}

TEST_CASE("in pairs the smaller sum wins for both") {
  CHECK(finished({{0, 0}, {3, 0}, {7, 0}, {3, 0}}).winners == std::vector{1, 3});
  CHECK(finished({{0, 0}, {3, 0}, {6, 0}, {3, 0}}).winners == std::vector{0, 1, 2, 3});
}

TEST_CASE("a game that is not over has scores and no winners") {
  const Result result = resultOf(startState({.game = GameId::Octagone, .players = {"Ann", "Ben", "Cas", "Dia"}}));
  CHECK_FALSE(result.over);
  CHECK(result.scores == std::vector{11, 11, 10, 10});
  CHECK(result.winners.empty());
}
