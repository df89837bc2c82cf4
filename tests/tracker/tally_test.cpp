// The end of a game as one picture of the table tells it.
#include "tracker/tally/tally.h"

#include <catch2/catch.hpp>
#include <string>

#include "tracker/follow/follower.h"

using namespace octo;
using namespace octo::tracker;

namespace {

GameHeader header(GameId game, int players, Json options = Json::object()) {
  GameHeader made{.game = game, .players = {}, .first = 0};
  for (int i = 0; i < players; ++i) made.players.push_back("P" + std::to_string(i));
  made.options = std::move(options);
  return made;
}

SeenPiece piece(const char* face, double x, double y, double confidence = 0.99) {
  return {{{Face(face), confidence}}, 1.0, {{x, y}, 0}, 1.0};
}

Tally tallyOf(const GameHeader& game, const std::vector<SeenPiece>& pieces) {
  return tally(game, seededLayout(game.game, static_cast<int>(game.players.size())), pieces);
}

/// Player 0: a red octopus with three arms, two of them red, on the field, and a shipped blue one with two blue arms;
/// player 1, opposite: a shipped green one with a green and a red arm.
std::vector<SeenPiece> octopuses() {
  return {piece("head:red", -250, -190), piece("red:3", -250, -212),     piece("blue:1", -251, -234),
          piece("red:1", -249, -256),    piece("head:blue", 100, -190),  piece("blue:8", 100, -212),
          piece("blue:2", 101, -234),    piece("head:green", -250, 190), piece("green:4", -250, 212),
          piece("red:2", -250, 234),     piece("chip:2", -340, -200),    piece("red:5", 200, 0),
          piece("head:back", -200, 0)};
}

}  // namespace

TEST_CASE("Oct8: columns on field and shipped places are worth their matching arms, shipped ones as the option says") {
  const auto [bonus, first, second, winner] = GENERATE(table<const char*, int, int, int>({
      {"colour", 4, 1, 0},
      {"all-arms", 4, 1, 0},
      {"faq", 6, 2, 0},
  }));
  const Tally seen = tallyOf(header(GameId::Oct8, 2, {{"bonus", bonus}}), octopuses());
  CAPTURE(bonus, seen.toJson().dump());
  CHECK(seen.result.over);
  CHECK(seen.result.scores == std::vector{first, second});
  CHECK(seen.result.winners == std::vector{winner});
  CHECK(seen.result.unrevealed == std::vector{0, 1});
  const Json line = seen.toJson();
  CHECK_FALSE(line.contains("reason"));
  CHECK_FALSE(line.contains("hands"));
  CHECK(line["counted"][0]["octopuses"].size() == 2);
  CHECK(line["counted"][0]["octopuses"][0]["arms"] == Json{"red:1", "red:3", "blue:1"});
  CHECK(line["counted"][0]["chips"] == 2);
  CHECK(line["counted"][1]["octopuses"][0]["shipped"] == true);
}

TEST_CASE("Oct8: a head on a player's turn place tells the octopus colour, and the bonus counts") {
  std::vector<SeenPiece> pieces = octopuses();
  pieces.push_back(piece("head:blue", -341, -383));
  const Tally one = tallyOf(header(GameId::Oct8, 2), pieces);
  CAPTURE(one.toJson().dump());
  CHECK(one.result.scores == std::vector{6, 1});
  CHECK(one.result.unrevealed == std::vector{1});
  CHECK(one.counted[0]["colour"] == "blue");
  CHECK(one.counted[0]["octopuses"].size() == 2);
  CHECK(one.counted[0]["octopuses"][0]["bonus"] == false);
  CHECK(one.counted[0]["octopuses"][1]["bonus"] == true);
  CHECK(one.counted[0]["octopuses"][1]["points"] == 4);
  CHECK(one.counted[1]["colour"].is_null());
  CHECK(one.toJson()["may_win"] == Json{0});
  CHECK(one.toJson()["settled"] == true);
  pieces.push_back(piece("head:green", 380, 383));  // a little beside the place
  const Tally both = tallyOf(header(GameId::Oct8, 2), pieces);
  CHECK(both.result.scores == std::vector{6, 2});
  CHECK(both.result.unrevealed.empty());
  CHECK_FALSE(both.toJson().contains("may_win"));
}

TEST_CASE("Oct8: an octopus colour that is told goes before the head on the turn place; anything else there is none") {
  std::vector<SeenPiece> pieces = octopuses();
  pieces.push_back(piece("head:blue", -341, -383));
  GameHeader told = header(GameId::Oct8, 2);
  told.setup["colours"] = {"red", nullptr};
  CHECK(tallyOf(told, pieces).result.scores == std::vector{4, 1});
  CHECK(tallyOf(told, pieces).counted[0]["colour"] == "red");
  pieces.back() = piece("head:blue", -341, -450);
  CHECK(tallyOf(header(GameId::Oct8, 2), pieces).result.unrevealed == std::vector{0, 1});
  pieces.back() = piece("turn", -341, -383);
  CHECK(tallyOf(header(GameId::Oct8, 2), pieces).result.unrevealed == std::vector{0, 1});
  pieces.back() = piece("head:back", -341, -383);
  CHECK(tallyOf(header(GameId::Oct8, 2), pieces).result.unrevealed == std::vector{0, 1});
}

TEST_CASE("Octa: open number cards in own runs count, closed ones and those elsewhere do not") {
  const Tally seen =
      tallyOf(header(GameId::Octa, 2),
              {piece("7H", -300, -240), piece("back", -282, -240), piece("9H", -264, -240), piece("KS", -100, -240),
               piece("AS", 100, 240), piece("2S", -363, 92), piece("5D", -40, 0), piece("?", 0, -240, 0.7)});
  CHECK(seen.result.scores == std::vector{2, 1});
  CHECK(seen.result.winners == std::vector{0});
  CHECK(seen.counted[0]["closed"] == 1);
  CHECK(seen.toJson()["doubtful"].size() == 1);
  CHECK(tallyOf(header(GameId::Octa, 2), {}).result.winners == std::vector{0, 1});
}

TEST_CASE("The OCTAL: hands laid open before the players are counted, piles are not") {
  const Tally seen = tallyOf(header(GameId::Octal, 3),
                             {piece("3:greater:up", -40, -180), piece("all", 0, -185), piece("4:equal:both", 60, 190),
                              piece("5:less:both", -50, 0), piece("back", -147, 0)});
  CHECK(seen.result.hands == std::vector{2, 0, 1});
  CHECK(seen.result.scores == seen.result.hands);
  CHECK(seen.result.winners == std::vector{1});
  CHECK(seen.counted[0]["hand"] == Json{"3:greater:up", "all"});
}

TEST_CASE("Octagone: what is left of the hands follows from the shields on the board, if nobody skipped") {
  std::vector<SeenPiece> shields;
  for (const char* face : {"shield:red", "shield:red", "shield:joker"}) shields.push_back(piece(face, 0, 0));
  const Tally seen = tallyOf(header(GameId::Octagone, 2), shields);
  CHECK(seen.result.hands == std::vector{19, 20});
  CHECK(seen.result.winners == std::vector{0});
  CHECK(seen.toJson()["shields"] == Json{{"red", 2}, {"joker", 1}});
  CHECK(tallyOf(header(GameId::Octagone, 4), shields).result.hands == std::vector{10, 10, 9, 10});
}

TEST_CASE("a header that does not fit its game is malformed") {
  CHECK_THROWS_AS(tallyOf(header(GameId::Oct8, 2, {{"bonus", "none"}}), {}), Malformed);
  CHECK_THROWS_AS(tallyOf(header(GameId::Octagone, 2, {{"part", 3}}), {}), Malformed);
  CHECK_THROWS_AS(tallyOf(header(GameId::Octa, 2, {{"extend", "all"}}), {}), Malformed);
}
