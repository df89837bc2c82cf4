#include "ui/standing/move_words.h"

#include <catch2/catch.hpp>
#include <filesystem>
#include <regex>
#include <set>

#include "tests/ui/played_games.h"
#include "tracker/messages/catalogue.h"
#include "tracker/record/record_io.h"
#include "tracker/referee/match.h"

using namespace octo;

namespace {

GameHeader headerOf(GameId game, std::vector<std::string> players = {"Ann", "Gül", "Cleo", "Dan"}) {
  GameHeader header;
  header.game = game;
  header.players = std::move(players);
  return header;
}

std::string said(GameId game, const char* json, const std::string& language = "en", const Json& before = Json()) {
  return ui::MoveWords(headerOf(game), language).text(Event::fromJson(Json::parse(json)), before);
}

/// What only records call something so: a slot, an octopus, a run, an arm or a card with colons, a card's suit letter.
bool namesAPlaceOfRecords(const std::string& text) {
  static const std::regex internal(
      R"((^|[^A-Za-z0-9])(s[1-3]|p[0-9]+\.[0-9]+|r[0-9]+|([2-9AJQK]|10)[SHDC]|\w+:\w+)([^A-Za-z0-9]|$))");
  return std::regex_search(text, internal);
}

std::vector<std::filesystem::path> playthroughs() {
  std::vector<std::filesystem::path> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(OCTO_SOURCE_DIR "/tests/playthroughs"))
    if (entry.path().string().ends_with(".octo.jsonl")) all.push_back(entry.path());
  return all;
}

}  // namespace

TEST_CASE("moves of Octagone are said with colours and arrows") {
  const char* place = R"({"player":0,"do":"place","piece":"green","at":"e2","facing":"SE"})";
  CHECK(said(GameId::Octagone, place) == "green on e2 ↘");
  CHECK(said(GameId::Octagone, place, "de") == "grün auf e2 ↘");
  CHECK(said(GameId::Octagone, R"({"player":0,"do":"skip"})") == "skips");
}

TEST_CASE("moves of The OCTAL name the card, its question where there are two, and the call") {
  const char* play = R"({"player":0,"do":"play","card":"3:greater:both","on":0,"points":"below","octo":true})";
  CHECK(said(GameId::Octal, play) == "plays 3 greater ⇔ on question 1, the condition below stays, calls “Octo!”");
  CHECK(said(GameId::Octal, R"({"player":0,"do":"play","card":"all","on":1})", "ja") == "ALLを問い掛け2に出す");
  GameHeader single = headerOf(GameId::Octal);
  single.options["mode"] = "single";
  CHECK(ui::MoveWords(single, "en").text(Event::fromJson(Json::parse(play))).find("question") == std::string::npos);
}

TEST_CASE("moves of Oct8 say whose octopus it is, and which") {
  const char* swap = R"({"player":0,"do":"swap","a":"p0.1","take":["red:3"],"b":"p1.2","for":["red:1","blue:2"]})";
  CHECK(said(GameId::Oct8, swap) == "swaps red 3 of Ann's first octopus for red 1, blue 2 of Gül's second octopus");
  CHECK(said(GameId::Oct8, swap, "de") ==
        "tauscht rot 3 (der erste Krake von Ann) gegen rot 1, blau 2 (der zweite Krake von Gül)");
  CHECK(said(GameId::Oct8, R"({"player":0,"do":"attach","cards":["red:5"],"to":"s2"})") ==
        "attaches red 5 to the middle octopus");
  CHECK(said(GameId::Oct8, R"({"player":0,"do":"ship","octopus":"p1.9"})") == "ships Gül's octopus no. 9");
  CHECK(said(GameId::Oct8, R"({"player":0,"do":"draw","from":["discard","deck"]})") ==
        "draws one card off the deck, one off the discard pile");
  CHECK(said(GameId::Oct8, R"({"player":0,"do":"turn-draw","card":"?","to":"hand"})") ==
        "turn draw: a card to the hand");
  CHECK(said(GameId::Oct8, R"({"player":0,"do":"refill","slot":"s3","head":"blue"})") ==
        "new head in the right slot: blue");
}

TEST_CASE("moves of Octa name runs by their cards and places of the pot by what lies there") {
  const Json state{{"runs", {{"r1", {{"owner", 0}, {"places", {"4H", "back", "6H"}}}}}},
                   {"pot", {"7C", "8C", "9C", "2D", "3D", "AS", "KS", "5S"}}};
  CHECK(said(GameId::Octa, R"({"player":0,"do":"extend","run":"r1","cards":["7H"]})", "en", state) ==
        "adds 7♥ to the run 4♥–6♥");
  CHECK(said(GameId::Octa, R"({"player":0,"do":"extend","run":"r1","cards":["7H"]})") == "adds 7♥ to the run no. 1");
  CHECK(said(GameId::Octa, R"({"player":0,"do":"swap","pot":3,"give":"9D","claim":[2,3]})", "en", state) ==
        "swaps 9♦ for 9♣, token on 8♣, 9♦");
  CHECK(said(GameId::Octa, R"({"player":0,"do":"swap","pot":3,"give":"9D"})") == "swaps 9♦ for place 3 of the pot");
  CHECK(said(GameId::Octa, R"({"player":1,"do":"take-run","fill":[]})") == "takes the run under the token");
}

TEST_CASE("a move without its fields, or an unknown one, reads as the record says it") {
  CHECK(said(GameId::Octagone, R"({"do":"place"})") == "place");
  CHECK(said(GameId::Oct8, R"({"do":"sing-loud","card":"red:3","was":{},"on":"?"})") == "sing loud red 3 on a card");
}

TEST_CASE("every event of every playthrough is said in every language without a name that only records know") {
  const auto files = playthroughs();
  REQUIRE(files.size() > 10);
  std::map<GameId, std::set<std::string>> actions;
  for (const auto& file : files) {
    const tracker::Record record = tracker::readRecordFile(file.string());
    const auto stored = test::storedGame(record);
    for (const std::string& language : tracker::languages()) {
      const auto spoken = ui::spokenEvents(stored.summary.header, stored.events, language);
      REQUIRE(spoken.size() == stored.events.size());
      for (std::size_t i = 0; i < spoken.size(); ++i) {
        INFO(file.filename().string() << " " << language << " move " << i + 1);
        CAPTURE(spoken[i].move, spoken[i].because);
        CHECK_FALSE(spoken[i].move.empty());
        CHECK_FALSE(namesAPlaceOfRecords(spoken[i].move));
        CHECK_FALSE(namesAPlaceOfRecords(spoken[i].because));
        CHECK(spoken[i].because.empty() == stored.events[i].verdict.legal);
        actions[record.header.game].insert(stored.events[i].event.action);
      }
    }
  }
  // As many kinds of events as the rules page lists, so that none was missed; each has a sentence of its own.
  const std::map<GameId, std::size_t> kinds{
      {GameId::Octagone, 4}, {GameId::Octal, 6}, {GameId::Oct8, 13}, {GameId::Octa, 16}};
  for (const auto& [game, expected] : kinds) {
    INFO(name(game));
    CHECK(actions[game].size() == expected);
    for (const std::string& action : actions[game]) CHECK(tracker::hasSentence(name(game), "move." + action));
  }
}

TEST_CASE("a breach is told in the language chosen, with the players' own names as they are") {
  tracker::Record record;
  record.header = headerOf(GameId::Oct8, {"s1", "7C"});
  record.header.setup = Json::parse(R"({"heads":["red","green","blue"],"discard":"red:1","colours":[null,null]})");
  Event event = Event::fromJson(Json::parse(R"({"player":1,"do":"pass"})"));
  TrackedEvent tracked;
  tracked.n = 1;
  tracked.event = event;
  tracked.verdict = tracker::Match(record.header).judge(event);
  REQUIRE_FALSE(tracked.verdict.legal);
  const auto spoken = ui::spokenEvents(record.header, {tracked}, "de");
  CHECK(spoken.front().because == "s1 ist an der Reihe");
}

TEST_CASE("a move shows the pieces that it is about") {
  const auto pieces = [](GameId game, const char* json) {
    return ui::piecesOf(game, Event::fromJson(Json::parse(json)));
  };
  CHECK(pieces(GameId::Octagone, R"({"do":"place","piece":"green","at":"e2","facing":"S"})") ==
        std::vector{Face("shield:green")});
  CHECK(pieces(GameId::Oct8, R"({"do":"swap-hand","octopus":"p0.1","give":["red:1","?"],"take":"blue:2"})") ==
        std::vector{Face("red:1"), Face("blue:2")});
  CHECK(pieces(GameId::Oct8, R"({"do":"refill","slot":"s1","head":"red"})") == std::vector{Face("head:red")});
}
