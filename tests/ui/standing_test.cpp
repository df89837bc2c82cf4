#include "ui/standing/standing.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/ui/played_games.h"
#include "tracker/messages/catalogue.h"
#include "tracker/record/record_io.h"
#include "ui/history/stored_position.h"

using namespace octo;

namespace {

/// A playthrough after so many of its moves; all of them for -1.
ui::GameSnapshot playedTo(const std::string& name, int moves) {
  const auto record =
      tracker::readRecordFile(std::string(OCTO_SOURCE_DIR) + "/tests/playthroughs/" + name + ".octo.jsonl");
  const auto stored = test::storedGame(record);
  return ui::positionAfter(stored, moves < 0 ? static_cast<int>(stored.events.size()) : moves);
}

/// A game that nothing but its table is known of.
ui::GameSnapshot gameOf(GameId game, std::vector<std::string> players, Json table) {
  ui::GameSnapshot snapshot;
  snapshot.header.game = game;
  snapshot.header.players = std::move(players);
  snapshot.table = std::move(table);
  snapshot.toMove = 0;
  return snapshot;
}

bool has(const std::vector<std::string>& sentences, const std::string& wanted) {
  return std::find(sentences.begin(), sentences.end(), wanted) != sentences.end();
}

std::vector<std::string> detailsOf(const ui::Side& side) {
  std::vector<std::string> texts;
  for (const ui::Detail& detail : side.details) texts.push_back(detail.text);
  return texts;
}

}  // namespace

TEST_CASE("Octagone's pairs have one figure: what both have left") {
  const auto game = playedTo("octagone/four_until_the_board_is_closed", 20);
  const auto standing = ui::standingOf(game, "en");
  REQUIRE(standing.sides.size() == 2);

  CHECK(standing.sides[0].figure == std::to_string(game.result.scores[0] + game.result.scores[2]));
  CHECK(standing.sides[0].unit == "shields left to this pair");
  CHECK(standing.sides[0].details.size() == 2);
}

TEST_CASE("a pair's player who may hold the extra joker has one of two counts") {
  auto game = gameOf(GameId::Octagone, {"Ann", "Ben", "Cas", "Dia"},
                     Json{{"hands",
                           {{{"coloured", 7}, {"jokers", {1, 2}}},
                            {{"coloured", 8}, {"jokers", 2}},
                            {{"coloured", 9}, {"jokers", {0, 1}}},
                            {{"coloured", 9}, {"jokers", 1}}}}});
  game.result.hands = game.result.scores = {9, 10, 9, 10};
  const auto standing = ui::standingOf(game, "en");
  CHECK(detailsOf(standing.sides[0]) == std::vector<std::string>{"Ann: 8 or 9", "Cas: 9 or 10"});
  CHECK(detailsOf(standing.sides[1]) == std::vector<std::string>{"Ben: 10", "Dia: 10"});
  CHECK(standing.sides[0].details[0].lit);
  CHECK_FALSE(standing.sides[0].details[1].lit);
}

TEST_CASE("what Octagone asks for: the Lady, then the next box with its colour") {
  CHECK(ui::standingOf(playedTo("octagone/two_until_one_is_out", 0), "en").due ==
        std::vector<std::string>{"The White Lady begins the game"});
  const auto game = playedTo("octagone/two_until_one_is_out", 10);
  const std::string box = game.table.at("required").get<std::string>();
  constexpr const char* kColours[] = {"red", "orange", "yellow", "green", "blue", "purple"};
  CHECK(ui::standingOf(game, "en").due ==
        std::vector<std::string>{"Next box: " + box + ". A shield of its colour (" + kColours[Cell::parse(box)->row()] +
                                 "), or a joker"});
}

TEST_CASE("what lies on Octagone's board is counted by colour, with the jokers") {
  auto game = gameOf(GameId::Octagone, {"Ann", "Ben"},
                     Json{{"board",
                           {{"a1", {{"piece", "red"}, {"facing", "S"}}},
                            {"b1", {{"piece", "red"}, {"facing", "S"}}},
                            {"c2", {{"piece", "joker"}, {"facing", "S"}}}}}});
  const auto table = ui::standingOf(game, "en").table;
  REQUIRE(table.size() == 7);
  CHECK(table.front().face == Face("shield:red"));
  CHECK(table.front().number == "2/6");
  CHECK(table.back().face == Face("shield:joker"));
  CHECK(table.back().number == "1/6");
}

TEST_CASE("the conditions of The OCTAL are said in words, with the values that fit") {
  const Json smaller{
      {"open", false}, {"value", 5}, {"condition", "less"}, {"top_condition", "multiple"}, {"fits", {1, 2, 3, 4}}};
  const Json open{{"open", true}, {"condition", "less"}, {"fits", {1, 2, 3, 4, 5, 6, 7, 8}}};
  const auto game = gameOf(GameId::Octal, {"Ann", "Ben", "Cas"}, Json{{"questions", {smaller, open}}, {"deck", 23}});
  const auto standing = ui::standingOf(game, "en");
  REQUIRE(standing.asked.size() == 2);
  CHECK(standing.asked[0].title == "Question 1");
  CHECK(standing.asked[0].condition == "smaller than 5");
  CHECK(standing.asked[0].fits == std::vector{1, 2, 3, 4});
  CHECK(standing.asked[0].next == "on the top card: a multiple");
  CHECK(standing.asked[1].condition == "anything: the question is open");
  REQUIRE(standing.table.size() == 1);
  CHECK(standing.table[0].label == "Deck");
  CHECK(standing.table[0].number == "23");
}

TEST_CASE("one card left is called, and who may stack is named once everyone has passed twice") {
  Json table{{"questions", Json::array()}, {"passes", {2, 2, 2}}, {"last_to_lay", 1}, {"finished", Json::array()}};
  auto game = gameOf(GameId::Octal, {"Ann", "Ben", "Cas"}, table);
  game.result.hands = game.result.scores = {3, 4, 1};
  auto due = ui::standingOf(game, "en").due;
  CHECK(has(due, "“Octo!” Cas has one card left"));
  CHECK(has(due, "Everyone has passed twice: Ben may stack a card, whatever it is"));
  game.table["passes"] = {2, 1, 2};
  CHECK_FALSE(has(ui::standingOf(game, "en").due, "Everyone has passed twice: Ben may stack a card, whatever it is"));
  game.table["passes"] = {2, 2, 2};
  game.table["finished"] = {1};
  CHECK_FALSE(has(ui::standingOf(game, "en").due, "Everyone has passed twice: Ben may stack a card, whatever it is"));
}

TEST_CASE("Octa's figure is the cards in runs, with the longest run and the hand beside it") {
  auto game = gameOf(GameId::Octa, {"Ann", "Ben"},
                     Json{{"runs",
                           {{"r1", {{"owner", 0}, {"places", {"AS", "2S", "back", "4S"}}}},
                            {"r2", {{"owner", 1}, {"places", {"4H", "5H", "6H", "7H"}}}}}},
                          {"stock", 40},
                          {"discard", {"3H", "?"}},
                          {"action_stack", 12},
                          {"due", {"effect", "discard-2", "something-new", "last-round"}}});
  game.result.scores = {3, 4};
  game.result.hands = {9, 1};
  TrackedEvent turned;
  turned.event.action = "action";
  turned.event.fields["card"] = "KH";
  game.events = {turned};
  game.played = 1;
  const auto standing = ui::standingOf(game, "en");
  CHECK(standing.sides[0].figure == "3");
  CHECK(standing.sides[0].unit == "of 28 cards in runs");
  CHECK(detailsOf(standing.sides[0]) == std::vector<std::string>{"longest run: 3 of 8", "9 cards in hand"});
  CHECK(detailsOf(standing.sides[1]) == std::vector<std::string>{"longest run: 4 of 8", "1 card in hand"});
  CHECK(standing.due == std::vector<std::string>{
                            "The king may take two cards: from the stock, or any two of the discard pile",
                            "Discarding 2 cards ends the turn", "Last turn: the stock is used up for the second time"});
  CHECK(standing.table.size() == 3);
}

TEST_CASE("Oct8's points are told octopus by octopus, with what is due") {
  const Json doubled{{"head", "red"}, {"shipped", true}, {"arms", {"red:3", "red:2", "blue:3"}},
                     {"scoring", 2},  {"bonus", true},   {"points", 4}};
  const Json onField{{"head", "blue"}, {"shipped", false}, {"arms", {"blue:8"}},
                     {"scoring", 1},   {"bonus", false},   {"points", 1}};
  auto game = gameOf(GameId::Oct8, {"Ann", "Ben"},
                     Json{{"players",
                           {{{"colour", "red"}, {"chips", 2}, {"octopuses", {doubled, onField}}},
                            {{"colour", nullptr}, {"chips", 0}, {"octopuses", Json::array()}}}},
                          {"arm_deck", 40},
                          {"head_deck", 20},
                          {"discard", {"red:1"}},
                          {"due", {"actions-1", "ship-1", "refill-s2", "last-round-2", "new-thing-3"}}});
  game.result.scores = {5, 0};
  game.result.hands = {6, 1};
  const auto standing = ui::standingOf(game, "en");
  CHECK(standing.sides[0].figure == "5");
  CHECK(detailsOf(standing.sides[0]) ==
        std::vector<std::string>{"octopus colour: red", "6 cards in hand · 2 baby octopuses",
                                 "shipped, 2 of 3 arm cards count twice: 4", "1 of 1 arm cards count: 1"});
  CHECK(standing.sides[0].details[2].face == Face("head:red"));
  CHECK(detailsOf(standing.sides[1]) == std::vector<std::string>{"octopus colour not shown yet", "1 card in hand"});
  CHECK(standing.due == std::vector<std::string>{"1 action left", "Ship 1 octopus: a field keeps 3",
                                                 "New head for the middle slot",
                                                 "Last round: 2 turns left with this one"});
  CHECK(standing.table.size() == 3);
}

TEST_CASE("the end names the winners by what won, and whose colour is not shown") {
  auto game = playedTo("octagone/four_until_the_board_is_closed", -1);
  REQUIRE(game.result.over);
  const int winner = game.result.winners.front();
  const int sum = game.result.scores[static_cast<std::size_t>(winner)] +
                  game.result.scores[static_cast<std::size_t>((winner + 2) % 4)];
  auto standing = ui::standingOf(game, "en");
  CHECK_THAT(standing.ending.front(), Catch::EndsWith(" won: " + std::to_string(sum) + " shields left"));
  CHECK(standing.turn.empty());
  CHECK(standing.due.empty());
  game = playedTo("octal/twin_of_three", -1);
  standing = ui::standingOf(game, "en");
  CHECK_THAT(standing.ending.front(), Catch::EndsWith(" won: no card left"));
  CHECK(standing.asked.empty());
  game = gameOf(GameId::Oct8, {"Ann", "Ben", "Cas"}, Json::object());
  game.result = {true, "oct8.decks", {3, 1, 2}, {14, 9, 14}, {0, 2}, {1, 2}};
  standing = ui::standingOf(game, "en");
  CHECK(standing.ending == std::vector<std::string>{
                               "Ann and Cas won: 14 points", "A deck ran out, and every other player had one more turn",
                               "Octopus colour not shown: Ben and Cas. It counts as no bonus until it is"});
}

TEST_CASE("every position of every playthrough can be said in every language, none left empty or in braces") {
  for (const char* name :
       {"octagone/every_breach", "octagone/four_until_the_board_is_closed", "octagone/part_one_with_a_marking_lady",
        "octal/every_breach", "octal/single_of_six_with_a_podium", "octal/twin_of_five_with_a_stack",
        "oct8/what_stands", "oct8/four_until_a_deck_runs_out", "octa/every_breach", "octa/until_an_octa"}) {
    const int moves = static_cast<int>(playedTo(name, 0).events.size());
    for (int played = 0; played <= moves; played += 1 + moves / 12) {
      const auto game = playedTo(name, played);
      for (const std::string& language : tracker::languages()) {
        INFO(name << " after " << played << " in " << language);
        const auto standing = ui::standingOf(game, language);
        const std::string all = ui::textOf(standing);
        CHECK(all.find('{') == std::string::npos);
        CHECK(all.find("window.") == std::string::npos);
        CHECK_FALSE(standing.sides.empty());
        if (!game.result.over) CHECK_FALSE(standing.turn.empty());
        for (const std::string& due : standing.due) CHECK_FALSE(due.empty());
      }
    }
  }
}

TEST_CASE("every game's players and its end are told in every language") {
  for (const GameId game : kGames)
    for (const std::string& language : tracker::languages()) {
      INFO(title(game) << " in " << language);
      ui::GameSnapshot ended = gameOf(game, {"Ann", "Ben"}, Json());
      ended.result.over = true;
      ended.result.scores = {1, 2};
      ended.result.winners = {1};
      const auto standing = ui::standingOf(ended, language);
      CHECK(standing.sides.size() == 2);
      CHECK_FALSE(standing.sides.front().unit.empty());
      CHECK(standing.ending.size() == 2);
    }
}

TEST_CASE("a state that is nothing like a state is passed over") {
  for (const GameId game : kGames)
    for (const char* text :
         {"null", "[]", "7", R"({"questions":7,"hands":"x","passes":{},"runs":[1,"a",null],"due":[1,{}]})",
          R"({"players":{"a":1},"board":[1],"required":"z9","finished":["x"],"last_to_lay":-4})"})
      CHECK_NOTHROW(ui::standingOf(gameOf(game, {"Ann", "Ben"}, Json::parse(text)), "ja"));
}
