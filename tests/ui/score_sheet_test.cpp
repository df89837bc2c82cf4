#include "ui/standing/score_sheet.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/ui/played_games.h"
#include "tracker/follow/follower.h"
#include "tracker/messages/catalogue.h"
#include "tracker/record/record_io.h"
#include "ui/history/stored_position.h"
#include "ui/views/end_watch.h"

using namespace octo;

namespace {

ui::GameSnapshot sheetGame(const std::string& name, int moves = -1) {
  const auto record =
      tracker::readRecordFile(std::string(OCTO_SOURCE_DIR) + "/tests/playthroughs/" + name + ".octo.jsonl");
  const auto stored = test::storedGame(record);
  return ui::positionAfter(stored, moves < 0 ? static_cast<int>(stored.events.size()) : moves);
}

Json octopus(const char* head, std::vector<std::string> arms, bool shipped, bool twice, int scoring) {
  return {{"head", head},       {"arms", std::move(arms)}, {"shipped", shipped},
          {"scoring", scoring}, {"bonus", twice},          {"points", twice ? 2 * scoring : scoring}};
}

Json seatOf(int points, int made, int arms) {
  return {{"colour", "red"}, {"points", points}, {"made", made}, {"scoring_arms", arms}, {"octopuses", Json::array()}};
}

/// Oct8 at its end with such ranks.
ui::GameSnapshot oct8End(std::vector<Json> seats) {
  ui::GameSnapshot game;
  game.header.game = GameId::Oct8;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    game.header.players.push_back(std::vector<std::string>{"Ann", "Ben", "Cas"}[i]);
    game.result.scores.push_back(seats[i].at("points").get<int>());
  }
  game.table = {{"players", std::move(seats)}};
  game.result.over = true;
  game.result.reason = "oct8.decks";
  game.result.winners = {0};
  return game;
}

int sumOf(const ui::SheetPart& part) {
  int sum = 0;
  for (const ui::SheetLine& line : part.lines)
    if (!line.figure.empty()) sum += std::stoi(line.figure.substr(line.figure.rfind(' ') + 1));
  return sum;
}

}  // namespace

TEST_CASE("the sheet says of each octopus which arm cards count, and why once or twice") {
  auto game = oct8End({seatOf(8, 3, 5), seatOf(2, 1, 2)});
  game.table["players"][0]["octopuses"] = {octopus("red", {"red:3", "blue:1", "red:4"}, true, true, 2),
                                           octopus("blue", {"blue:8"}, true, false, 1),
                                           octopus("green", {"green:2", "red:1", "green:5"}, false, false, 2)};
  const auto sheet = ui::scoreSheetOf(game, "en");
  REQUIRE(sheet.parts.size() == 2);
  CHECK(sheet.title == "Final score");
  CHECK(sheet.parts[0].figure == "8");
  const auto& lines = sheet.parts[0].lines;
  REQUIRE(lines.size() == 5);
  CHECK(lines[0].text == "octopus colour: red");
  CHECK(lines[1].text ==
        "Octopus 1, red: 2 of 3 arm cards have its colour. Shipped, and of the own octopus colour: twice.");
  CHECK(lines[1].figure == "2 × 2 = 4");
  REQUIRE(lines[1].pieces.size() == 4);
  CHECK(lines[1].pieces[1].counts);
  CHECK_FALSE(lines[1].pieces[2].counts);
  CHECK(lines[2].text ==
        "Octopus 2, blue: 1 of 1 arm cards have its colour. Shipped, but not of the own octopus colour (red): once.");
  CHECK(lines[3].text == "Octopus 3, green: 2 of 3 arm cards have its colour. On the field: once.");
  CHECK(lines[4].text == "Octopuses made: 3. Arm cards that count: 5.");
}

TEST_CASE("each kind of bonus in Oct8 has its reason") {
  auto game = oct8End({seatOf(0, 1, 2), seatOf(0, 0, 0)});
  const auto why = [&](const Json& each) {
    game.table["players"][0]["octopuses"] = Json::array({each});
    const std::string text = ui::scoreSheetOf(game, "en").parts[0].lines[1].text;
    return text.substr(text.find(". ") + 2);
  };
  game.header.options["bonus"] = "all-arms";
  CHECK(why(octopus("red", {"red:3"}, true, true, 1)) ==
        "Shipped, and head and all arm cards are of the own octopus colour: twice.");
  CHECK(why(octopus("red", {"red:3", "blue:5"}, true, false, 1)) ==
        "Shipped and of the own octopus colour, but not all its arm cards are: once.");
  game.header.options["bonus"] = "faq";
  CHECK(why(octopus("blue", {"blue:3"}, true, true, 1)) == "Shipped: twice.");
  game.header.options["bonus"] = "colour";
  game.table["players"][0]["colour"] = nullptr;
  CHECK(why(octopus("blue", {"blue:3"}, true, false, 1)) == "Shipped, but the octopus colour is not shown: once.");
}

TEST_CASE("what decided between equal points in Oct8 is named, step by step") {
  const auto decided = [](std::vector<Json> seats) {
    const auto notes = ui::scoreSheetOf(oct8End(std::move(seats)), "en").notes;
    return notes.size() == 2 ? notes[1] : std::string();
  };
  CHECK(decided({seatOf(9, 2, 9), seatOf(8, 3, 8)}).empty());
  CHECK(decided({seatOf(9, 3, 7), seatOf(9, 2, 9)}) ==
        "Ann and Ben have equal points. The most octopuses made (3) decide: Ann.");
  CHECK(decided({seatOf(9, 3, 7), seatOf(9, 3, 9), seatOf(9, 2, 9)}) ==
        "Ann, Ben and Cas have equal points and have made equally many octopuses. The most arm cards that count (9) "
        "decide: Ben.");
  CHECK(decided({seatOf(9, 3, 7), seatOf(9, 3, 7)}) ==
        "Ann and Ben are equal in points, octopuses made and arm cards that count (7), and win together.");
}

TEST_CASE("every run of Octa is on the sheet with its length, and they add up to the score") {
  const auto game = sheetGame("octa/until_an_octa");
  const auto sheet = ui::scoreSheetOf(game, "en");
  REQUIRE(sheet.parts.size() == 2);
  for (std::size_t player = 0; player < 2; ++player) {
    CHECK(sumOf(sheet.parts[player]) == game.result.scores[player]);
    CHECK(sheet.parts[player].figure == std::to_string(game.result.scores[player]));
  }
  const int winner = game.result.winners.front();
  CHECK(sheet.parts[static_cast<std::size_t>(winner)].won);
  auto closed = game;
  closed.table["runs"] = {{"r1", {{"owner", 0}, {"places", {"4H", "back", "6H"}}}}};
  const auto line = ui::scoreSheetOf(closed, "en").parts[0].lines[0];
  CHECK(line.figure == "2");
  CHECK(line.text.ends_with("length 2. 1 card is face down and does not count."));
  CHECK_FALSE(line.pieces[1].counts);
}

TEST_CASE("Octagone's sheet says that the fewest win, and gives each of a pair with what is left by kind") {
  const auto game = sheetGame("octagone/four_until_the_board_is_closed", 20);
  const auto sheet = ui::scoreSheetOf(game, "en");
  CHECK(sheet.title == "Score so far");
  CHECK(sheet.lead.front().starts_with("The pair with the fewest shields left wins"));
  REQUIRE(sheet.parts.size() == 2);
  CHECK(sheet.parts[0].lines.size() == 2);
  CHECK(sheet.parts[0].title == game.header.players[0] + " and " + game.header.players[2]);
  CHECK(sheet.parts[0].figure == std::to_string(game.result.scores[0] + game.result.scores[2]));
  const auto two = sheetGame("octagone/two_until_one_is_out");
  for (const auto& part : ui::scoreSheetOf(two, "en").parts) CHECK(std::to_string(sumOf(part)) == part.figure);
}

TEST_CASE("who of a pair has the second joker is not made up") {
  const auto game = sheetGame("octagone/four_with_a_hidden_joker", 6);
  const auto sheet = ui::scoreSheetOf(game, "en");
  CHECK(std::any_of(sheet.notes.begin(), sheet.notes.end(),
                    [](const std::string& note) { return note.starts_with("Nobody has seen yet"); }));
  CHECK(std::any_of(sheet.parts[0].lines.begin(), sheet.parts[0].lines.end(),
                    [](const ui::SheetLine& line) { return line.figure == "–"; }));
}

TEST_CASE("The OCTAL's hands are accounted for: dealt and drawn, less what was laid") {
  const auto game = sheetGame("octal/single_of_six_with_a_podium");
  const auto sheet = ui::scoreSheetOf(game, "en");
  CHECK(std::find(sheet.lead.begin(), sheet.lead.end(), "The first three to have no card left win, in that order.") !=
        sheet.lead.end());
  REQUIRE(sheet.parts.size() == 6);
  for (std::size_t player = 0; player < 6; ++player) {
    const auto& account = sheet.parts[player].lines.back();
    int dealt = 0, drawn = 0, laid = 0;
    REQUIRE(std::sscanf(account.text.c_str(), "%d dealt, %d drawn, %d laid", &dealt, &drawn, &laid) == 3);
    CHECK(dealt + drawn - laid == game.result.hands[player]);
    int played = 0;
    for (const auto& event : game.events)
      if (event.event.player == static_cast<int>(player) && event.event.action == "play" && event.verdict.applied)
        ++played;
    CHECK(laid >= played);
    CHECK(laid > 0);
  }
}

TEST_CASE("a sheet can be written after every move of every playthrough in every language, none left in braces") {
  for (const char* name :
       {"octagone/every_breach", "octagone/four_with_a_hidden_joker", "octagone/taken_over_as_it_lay",
        "octal/every_breach", "octal/single_of_six_with_a_podium", "oct8/what_stands", "oct8/two_with_all_arms_bonus",
        "oct8/four_until_a_deck_runs_out", "octa/every_breach", "octa/until_an_octa"}) {
    const int moves = static_cast<int>(sheetGame(name, 0).events.size());
    for (int played = 0; played <= moves; played += 1 + moves / 9) {
      const auto game = sheetGame(name, played);
      for (const std::string& language : tracker::languages()) {
        INFO(name << " after " << played << " in " << language);
        const auto sheet = ui::scoreSheetOf(game, language);
        const std::string all = ui::textOf(sheet);
        CHECK(all.find('{') == std::string::npos);
        CHECK(all.find("window.") == std::string::npos);
        CHECK_FALSE(sheet.lead.empty());
        CHECK(sheet.parts.size() >= 2);
      }
    }
  }
}

TEST_CASE("the table before the camera is counted without the game, and the sheet says what that assumes") {
  ui::GameSnapshot game;
  game.header.game = GameId::Oct8;
  game.header.players = {"Ann", "Ben"};
  game.layout = tracker::seededLayout(GameId::Oct8, 2);
  const auto at = [&](const char* zone) { return game.layout.zone(zone)->area.middle(); };
  const auto piece = [](const char* face, TablePoint place, double sure = 0.95) {
    return SeenPiece{{{Face(face), sure}}, 1.0, {place, 0}, 1.0};
  };
  const TablePoint field = at("p0.field");
  const auto sheet =
      ui::tableSheetOf(game,
                       {piece("head:red", {field.x, field.y + 30}), piece("red:3", {field.x, field.y + 4}),
                        piece("blue:1", {field.x, field.y - 22}, 0.5), piece("head:green", at("p0.turn")),
                        piece("red:1", {field.x + 90, field.y})},
                       "en");
  CHECK(sheet.title == "This table, as the camera sees it");
  CHECK(sheet.lead.front().starts_with("Counted from the picture alone"));
  REQUIRE(sheet.parts.size() == 2);
  CHECK(sheet.parts[0].figure == "1");
  CHECK(sheet.parts[0].lines[0].text == "octopus colour: green");
  CHECK(sheet.parts[0].lines[1].text.starts_with("Octopus 1, red: 1 of 2 arm cards have its colour."));
  CHECK(sheet.parts[1].figure == "0");
  CHECK(std::find(sheet.notes.begin(), sheet.notes.end(), "1 arm card lies below no head and is not counted.") !=
        sheet.notes.end());
  CHECK(std::find(sheet.notes.begin(), sheet.notes.end(), "1 piece was not read surely.") != sheet.notes.end());
}

TEST_CASE("any table can be counted in every language, and one that fits no game says so") {
  for (const auto& [id, players, zone, face] :
       {std::tuple(GameId::Octagone, 2, "board", "shield:red"), std::tuple(GameId::Octal, 3, "p0.turn", "all"),
        std::tuple(GameId::Oct8, 3, "p1.field", "head:red"), std::tuple(GameId::Octa, 2, "p1.runs", "7H")})
    for (const std::string& language : tracker::languages()) {
      ui::GameSnapshot game;
      game.header.game = id;
      for (int player = 0; player < players; ++player) game.header.players.push_back("Ann");
      game.layout = tracker::seededLayout(id, players);
      const SeenPiece piece{{{Face(face), 0.9}}, 1.0, {game.layout.zone(zone)->area.middle(), 0}, 1.0};
      const auto sheet = ui::tableSheetOf(game, {piece}, language);
      INFO(name(id) << " in " << language);
      CHECK(sheet.parts.size() == static_cast<std::size_t>(players));
      CHECK(ui::textOf(sheet).find('{') == std::string::npos);
      game.header.players.resize(1);
      if (id == GameId::Octal) continue;  // its hands are counted for however many there are
      CHECK(ui::tableSheetOf(game, {piece}, language).parts.empty());
    }
  ui::GameSnapshot octa;
  octa.header.game = GameId::Octa;
  octa.header.players = {"Gül", "Ida"};
  octa.layout = tracker::seededLayout(GameId::Octa, 2);
  const TablePoint runs = octa.layout.zone("p1.runs")->area.middle();
  const auto sheet = ui::tableSheetOf(
      octa, {{{{Face("7H"), 0.9}}, 1.0, {runs, 0}, 1.0}, {{{Face("back"), 0.9}}, 1.0, {runs, 0}, 1.0}}, "en");
  CHECK(sheet.parts[1].figure == "1");
  CHECK(sheet.parts[1].lines[0].text.ends_with("1 card is face down and does not count."));
  CHECK_FALSE(sheet.parts[1].won);
}

TEST_CASE("a state that is nothing like a state makes a sheet without lines") {
  for (const GameId game : kGames)
    for (const char* text :
         {"null", "[]", "7", R"({"hands":"x","players":[{"octopuses":[7,{"arms":"x"}]}],"runs":[1]})",
          R"({"players":{"a":1},"finished":["x"],"runs":{"r1":{"owner":0,"places":7}}})"}) {
      ui::GameSnapshot snapshot;
      snapshot.header.game = game;
      snapshot.header.players = {"Ann", "Ben"};
      snapshot.table = Json::parse(text);
      CHECK_NOTHROW(ui::scoreSheetOf(snapshot, "ja"));
    }
}

TEST_CASE("the sheet comes up by itself once a game that was followed has ended and nothing is asked any more") {
  ui::GameSnapshot game;
  ui::EndWatch ends;
  const auto look = [&](std::int64_t id, bool over, bool asks) {
    game.id = id;
    game.result.over = over;
    return ends.look(game, asks);
  };
  CHECK_FALSE(look(0, false, false));
  CHECK_FALSE(look(1, false, false));
  CHECK_FALSE(look(1, true, true));
  CHECK(look(1, true, false));
  CHECK_FALSE(look(1, true, false));
  CHECK_FALSE(look(1, false, false));
  CHECK(look(1, true, false));
  CHECK_FALSE(look(2, true, false));
  CHECK_FALSE(look(3, false, false));
  CHECK_FALSE(look(4, true, false));
}
