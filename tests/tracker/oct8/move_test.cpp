#include <catch2/catch.hpp>

#include "tests/tracker/oct8/games.h"
#include "tracker/oct8/move.h"

namespace {

using namespace octo;
using namespace octo::tracker;
using namespace octo::tracker::oct8;

void refuses(const std::string& line) {
  INFO(line);
  CHECK_THROWS_AS(Match(header()).check(Event::fromJson(Json::parse(line))), Malformed);
}

void takes(const std::string& line) {
  INFO(line);
  CHECK_NOTHROW(Match(header()).check(Event::fromJson(Json::parse(line))));
}

void refusesHeader(int players, Json options, Json table) {
  INFO(options << table);
  CHECK_THROWS_AS(Match(header(players, std::move(options), std::move(table))), Malformed);
}

Json setupWith(const std::string& key, Json value) {
  Json table = setup();
  table[key] = std::move(value);
  return table;
}

}  // namespace

TEST_CASE("an event that Oct8 does not have, or without a player of the game, is malformed") {
  refuses(R"({"player":0,"do":"place"})");
  refuses(R"({"do":"pass"})");
  refuses(R"({"player":2,"do":"pass"})");
  refuses(R"({"player":-1,"do":"end-turn"})");
  refuses(R"({"player":2,"do":"reveal","colour":"red"})");
  takes(R"({"player":1,"do":"pass","note":"unknown fields are kept"})");
}

TEST_CASE("a card or a place that Oct8 does not have is malformed") {
  for (const char* card : {"red:0", "red:9", "red:", "red", "pink:3", "red:03", "red:12", "RED:3", "", "head:red"}) {
    refuses(R"({"player":0,"do":"turn-draw","to":"s1","card":")" + std::string(card) + "\"}");
    refuses(R"({"player":0,"do":"attach","to":"s1","cards":[")" + std::string(card) + "\"]}");
    refuses(R"({"player":0,"do":"discard","cards":[")" + std::string(card) + "\"]}");
  }
  for (const char* slot : {"s0", "s4", "s", "s11", "p0.1", "deck"}) {
    refuses(R"({"player":0,"do":"turn-draw","card":"red:3","to":")" + std::string(slot) + "\"}");
    refuses(R"({"player":0,"do":"refill","head":"red","slot":")" + std::string(slot) + "\"}");
  }
  for (const char* octopus : {"s4", "p2.1", "p0.0", "p0.01", "p0.", "p0", "p.1", "p0.1x", "p0.-1", "hand"})
    refuses(R"({"player":0,"do":"ship","octopus":")" + std::string(octopus) + "\"}");
}

TEST_CASE("an octopus that was never made is well formed, however high its number") {
  for (const char* octopus : {"s3", "p0.9", "p1.10", "p0.99999999999999999999"}) {
    takes(R"({"player":0,"do":"ship","octopus":")" + std::string(octopus) + "\"}");
    Match match = after(header(), {toHand(0), draw(0)});
    CHECK(ruleOf(match, ship(0, octopus)) == "oct8.own");
  }
}

TEST_CASE("an unread card stands in a turn draw to the hand and in a discard, and nowhere else") {
  takes(R"({"player":0,"do":"turn-draw","card":"?","to":"hand"})");
  takes(R"({"player":0,"do":"discard","cards":["?","red:3","?"]})");
  refuses(R"({"player":0,"do":"turn-draw","card":"?","to":"s1"})");
  refuses(R"({"player":0,"do":"attach","cards":["?"],"to":"s1"})");
  refuses(R"({"player":0,"do":"swap-hand","octopus":"p0.1","give":["?"],"take":"red:3"})");
  refuses(R"({"player":0,"do":"swap-hand","octopus":"p0.1","give":["red:3"],"take":"?"})");
  refuses(R"({"player":0,"do":"swap","a":"p0.1","take":["?"],"b":"p1.1","for":["red:3"]})");
  refusesHeader(2, Json::object(), setupWith("discard", "?"));
}

TEST_CASE("a field that is missing, null or of the wrong kind is malformed") {
  for (const char* event : {R"({"do":"turn-draw","card":"red:3","to":"s1"})", R"({"do":"draw","from":["deck","deck"]})",
                            R"({"do":"attach","cards":["red:3"],"to":"s1"})",
                            R"({"do":"swap-hand","octopus":"p0.1","give":["red:3"],"take":"red:3"})",
                            R"({"do":"swap","a":"p0.1","take":["red:3"],"b":"p1.1","for":["red:3"]})",
                            R"({"do":"ship","octopus":"p0.1"})", R"({"do":"discard","cards":["red:3"]})",
                            R"({"do":"refill","slot":"s1","head":"red"})", R"({"do":"reveal","colour":"red"})"}) {
    Json line = Json::parse(event);
    line["player"] = 0;
    takes(line.dump());
    for (const auto& [key, value] : line.items()) {
      if (key == "do" || key == "player") continue;
      for (const Json& wrong :
           {Json(nullptr), Json(3), Json::object(), value.is_array() ? Json("red:3") : Json({"red:3"})}) {
        Json other = line;
        other[key] = wrong;
        refuses(other.dump());
      }
      Json other = line;
      other.erase(key);
      refuses(other.dump());
    }
  }
}

TEST_CASE("an empty list is malformed, except in a draw, whose count is judged") {
  takes(R"({"player":0,"do":"draw","from":[]})");
  refuses(R"({"player":0,"do":"draw","from":["hand"]})");
  refuses(R"({"player":0,"do":"attach","cards":[],"to":"s1"})");
  refuses(R"({"player":0,"do":"discard","cards":[]})");
  refuses(R"({"player":0,"do":"swap-hand","octopus":"p0.1","give":[],"take":"red:3"})");
  refuses(R"({"player":0,"do":"swap","a":"p0.1","take":[],"b":"p1.1","for":["red:3"]})");
  refuses(R"({"player":0,"do":"swap","a":"p0.1","take":["red:3"],"b":"p1.1","for":[]})");
}

TEST_CASE("a header that does not fit Oct8 is malformed") {
  refusesHeader(1, Json::object(), setup());
  GameHeader five = header(4);
  five.players.push_back("Eve");
  CHECK_THROWS_AS(Match(five), Malformed);
  refusesHeader(2, {{"bonus", "color"}}, setup());
  refusesHeader(2, {{"bonus", nullptr}}, setup());
  refusesHeader(2, {{"short", 1}}, setup());
  refusesHeader(2, {{"short", nullptr}}, setup());
  refusesHeader(2, Json::object(), Json::object());
  refusesHeader(2, Json::object(), {{"heads", {"red", "red", "red"}}});
  refusesHeader(2, Json::object(), {{"discard", "red:1"}});
  refusesHeader(2, Json::object(), setup({"red", "red"}));
  refusesHeader(2, Json::object(), setup({"red", "red", "red", "red"}));
  refusesHeader(2, Json::object(), setup({"red", "red", "pink"}));
  refusesHeader(2, Json::object(), setup({"red", "red", nullptr}));
  refusesHeader(2, Json::object(), setupWith("discard", "red:9"));
  refusesHeader(2, Json::object(), setupWith("discard", {"red:1"}));
  refusesHeader(2, Json::object(), setupWith("colours", nullptr));
  refusesHeader(2, Json::object(), setupWith("colours", {"red"}));
  refusesHeader(2, Json::object(), setupWith("colours", {"red", "pink"}));
  refusesHeader(2, Json::object(), setupWith("colours", {"red", 3}));
  CHECK_NOTHROW(Match(header(2, {{"house", "rule"}}, setupWith("colours", {"red", nullptr}))));
}

TEST_CASE("decks are what the deal leaves") {
  for (int players = 2; players <= 4; ++players) {
    const Json whole = Match(header(players)).describe();
    CHECK(whole.at("head_deck") == 27 - players);
    CHECK(whole.at("arm_deck") == 77 - 6 * players);
    CHECK(Match(header(players, {{"short", true}})).describe().at("head_deck") == 21 - players);
  }
}

namespace {

Json position() {
  return Json::parse(
      R"({"do":"position","shared":[{"head":"red","arms":["blue:2"]},null,{"head":"blue","arms":[]}],)"
      R"("fields":[[{"head":"green","arms":["green:8"]}],[]],"shipped":[[],[{"head":"red"},{"head":"red","arms":["red:8"]}]],)"
      R"("chips":[2,0],"discard":["?","red:1"],"turn":1})");
}

}  // namespace

TEST_CASE("a position of Oct8 is written as the event that it was read from") {
  const Event event = Event::fromJson(position());
  CHECK(eventOf(event.player, parseMove(event, header())) == event);
}

TEST_CASE("a position that Oct8 cannot have is malformed") {
  takes(position().dump());
  const Json whole = position();
  for (const auto& [key, value] : whole.items()) {
    if (key == "do") continue;
    for (const char* wrong : {"null", "7", "\"red\"", "{}", "[7]", "[[7],[7],[7]]"}) {
      Json other = position();
      other[key] = Json::parse(wrong);
      refuses(other.dump());
    }
    Json other = position();
    other.erase(key);
    refuses(other.dump());
  }
  for (const char* wrong : {R"({"head":"pink","arms":[]})", R"({"head":"red","arms":["red:9"]})", R"({"head":"red"})",
                            R"({"arms":[]})", R"({"head":"red","arms":["?"]})"}) {
    Json other = position();
    other["fields"][1].push_back(Json::parse(wrong));
    refuses(other.dump());
  }
  for (const char* chips : {"-1", "\"1\"", "1000"}) {
    Json other = position();
    other["chips"][0] = Json::parse(chips);
    refuses(other.dump());
  }
}
