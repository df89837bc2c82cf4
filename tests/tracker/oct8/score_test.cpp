#include "tracker/oct8/score.h"

#include <catch2/catch.hpp>

#include "tests/tracker/oct8/games.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::oct8;

Arms arms(const std::vector<std::string>& cards) {
  Arms all;
  for (const std::string& card : cards) all.add(Arm::parse(card).value());
  return all;
}

TakenOctopus shipped(Colour head, const std::vector<std::string>& cards) { return {{head, arms(cards)}, true}; }
TakenOctopus onField(Colour head, const std::vector<std::string>& cards) { return {{head, arms(cards)}, false}; }

/// A finished game of two with these octopuses.
Result finished(std::vector<TakenOctopus> first, std::vector<TakenOctopus> second, Bonus bonus = Bonus::Colour) {
  State state = startState(header());
  state.options.bonus = bonus;
  state.seats[0].taken = std::move(first);
  state.seats[1].taken = std::move(second);
  state.turnsLeft = 0;
  return resultOf(state);
}

}  // namespace

TEST_CASE("only arms of the head's colour score, a point a card whatever its number") {
  CHECK(points(onField(Colour::Red, {"red:1", "red:4", "blue:3"}), Colour::Red, Bonus::Colour) == 2);
  CHECK(points(onField(Colour::Red, {"red:8"}), std::nullopt, Bonus::Colour) == 1);
  CHECK(points(onField(Colour::Red, {"blue:8"}), Colour::Blue, Bonus::Colour) == 0);
}

TEST_CASE("the book's example: five matching arms on a shipped octopus of the octopus colour make ten points") {
  const auto octopus = shipped(Colour::Red, {"red:1", "red:1", "red:2", "red:2", "red:2"});
  for (const Bonus bonus : {Bonus::Colour, Bonus::AllArms, Bonus::Faq})
    CHECK(points(octopus, Colour::Red, bonus) == 10);
}

TEST_CASE("bonus colour doubles the scoring arms of a shipped octopus of the octopus colour, whatever its other arms") {
  const auto mixed = shipped(Colour::Red, {"red:1", "red:4", "blue:3"});
  CHECK(points(mixed, Colour::Red, Bonus::Colour) == 4);
  CHECK(points(mixed, Colour::Blue, Bonus::Colour) == 2);
  CHECK(points(mixed, std::nullopt, Bonus::Colour) == 2);
  CHECK(points(onField(Colour::Red, {"red:8"}), Colour::Red, Bonus::Colour) == 1);
}

TEST_CASE("bonus all-arms doubles only where all arms match") {
  CHECK(points(shipped(Colour::Red, {"red:1", "red:4", "blue:3"}), Colour::Red, Bonus::AllArms) == 2);
  CHECK(points(shipped(Colour::Red, {"red:4", "red:4"}), Colour::Red, Bonus::AllArms) == 4);
  CHECK(points(shipped(Colour::Red, {"red:4", "red:4"}), Colour::Green, Bonus::AllArms) == 2);
}

TEST_CASE("bonus faq doubles every shipped octopus") {
  CHECK(points(shipped(Colour::Red, {"red:1", "red:4", "blue:3"}), std::nullopt, Bonus::Faq) == 4);
  CHECK(points(onField(Colour::Red, {"red:8"}), Colour::Red, Bonus::Faq) == 1);
}

TEST_CASE("the most points win; then the most octopuses; then the most scoring arms; then all") {
  CHECK(finished({onField(Colour::Red, {"red:8"})}, {}).winners == std::vector{0});
  CHECK(finished({onField(Colour::Red, {"red:8"})}, {onField(Colour::Red, {"red:8"}), onField(Colour::Red, {"blue:8"})})
            .winners == std::vector{1});
  CHECK(finished({shipped(Colour::Red, {"red:4", "blue:4"})}, {onField(Colour::Red, {"red:4", "red:4"})}, Bonus::Faq)
            .winners == std::vector{1});
  CHECK(finished({onField(Colour::Red, {"red:8"})}, {onField(Colour::Blue, {"blue:8"})}).winners == std::vector{0, 1});
}

TEST_CASE("who has not told the octopus colour is named in the result, and a later reveal counts") {
  Json table = setup();
  table["colours"] = {"red", nullptr};
  Match match(header(2, Json::object(), table));
  CHECK(match.result().unrevealed == std::vector{1});
  match.play(reveal(1, "green"));
  CHECK(match.result().unrevealed.empty());
  match.play(reveal(0, "blue"));
  CHECK(player(match, 0).at("colour") == "blue");
}
