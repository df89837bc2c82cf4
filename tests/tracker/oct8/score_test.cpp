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

namespace {

/// A game of two, over: player 0 shipped a red octopus, player 1 has a green one and a
/// blue one on the field.
Match overAt(Json options = Json::object(), Json colours = {nullptr, nullptr}) {
  Json table = setup({"red", "red", "red"});
  table["colours"] = std::move(colours);
  const std::vector<Event> events{turnDraw(0, "blue:2", "s1"),
                                  attach(0, {"red:5", "red:1"}, "s1"),
                                  standing(ship(0, "p0.1")),
                                  refill(0, "s1", "green"),
                                  endTurn(0),
                                  turnDraw(1, "blue:1", "s1"),
                                  attach(1, {"green:4", "green:3"}, "s1"),
                                  refill(1, "s1", "blue"),
                                  endTurn(1),
                                  turnDraw(0, "green:1", "s1"),
                                  standing(draw(0, std::vector<std::string>(62, "deck"))),
                                  standing(endTurn(0)),
                                  attach(1, {"red:7"}, "s1"),
                                  standing(endTurn(1))};
  return after(header(2, std::move(options), std::move(table)), events);
}

}  // namespace

TEST_CASE("the described state says what each octopus scores and why") {
  Match match = overAt();
  REQUIRE(match.over());
  CHECK(player(match, 0).at("octopuses") ==
        Json::parse(R"([{"name":"p0.1","head":"red","shipped":true,"arms":["red:1","red:5","blue:2"],
                         "scoring":2,"bonus":false,"points":2}])"));
  CHECK(player(match, 0).at("colour").is_null());
  match.play(reveal(0, "red"));
  CHECK(player(match, 0).at("octopuses").at(0).at("bonus") == true);
  CHECK(player(match, 0).at("octopuses").at(0).at("points") == 4);
  CHECK(player(match, 0).at("points") == 4);
  CHECK(player(match, 1).at("points") == 2);
  CHECK(player(match, 1).at("made") == 2);
  CHECK(player(match, 1).at("scoring_arms") == 2);
}

TEST_CASE("a reveal after the end counts, the last one of a player, and the result is worked out anew") {
  Match match = overAt();
  // 2 points each; player 1 made more octopuses.
  CHECK(match.result().winners == std::vector{1});
  CHECK(match.result().unrevealed == std::vector{0, 1});
  REQUIRE(match.play(reveal(0, "red")).legal);
  CHECK(match.result().scores == std::vector{4, 2});
  CHECK(match.result().winners == std::vector{0});
  CHECK(match.result().unrevealed == std::vector{1});
  REQUIRE(match.play(reveal(0, "blue")).legal);
  CHECK(match.result().scores == std::vector{2, 2});
  CHECK(match.result().winners == std::vector{1});
  REQUIRE(match.play(reveal(1, "red")).legal);
  CHECK(match.result().unrevealed.empty());
  CHECK(match.over());
}

TEST_CASE("who may still win is known while octopus colours are untold") {
  // With red player 0 has 4 points to 2, with another colour 2 to 2 and fewer octopuses.
  Match match = overAt();
  CHECK(match.describe().at("may_win") == Json({0, 1}));
  CHECK(match.describe().at("settled") == false);
  match.play(reveal(1, "green"));  // nothing of player 1 is shipped
  CHECK(match.describe().at("settled") == false);
  match.play(reveal(0, "green"));
  CHECK(match.describe().at("may_win") == Json::array({1}));
  CHECK(match.describe().at("settled") == true);
  CHECK(overAt({{"bonus", "faq"}}).describe().at("settled") == true);
  CHECK(overAt({{"bonus", "faq"}}).describe().at("may_win") == Json::array({0}));
  CHECK(overAt({{"bonus", "all-arms"}}).describe().at("may_win") == Json::array({1}));
  CHECK_FALSE(Match(header()).describe().contains("settled"));
}
