#include "ui/history/move_text.h"

#include <catch2/catch.hpp>

using namespace octo;
using ui::moveText;

namespace {

Event event(const char* json) { return Event::fromJson(Json::parse(json)); }

}  // namespace

TEST_CASE("moves of Octagone read as sentences") {
  CHECK(moveText(event(R"({"player":0,"do":"lady","at":"d3","facing":"NE"})")) == "White Lady to d3, pointing NE");
  CHECK(moveText(event(R"({"player":0,"do":"place","piece":"green","at":"e2","facing":"S"})")) ==
        "green to e2, pointing S");
  CHECK(moveText(event(R"({"player":0,"do":"skip"})")) == "skips");
}

TEST_CASE("other moves read as the record says them") {
  CHECK(moveText(event(R"({"player":0,"do":"draw","from":["deck","discard"]})")) == "draw from deck, discard");
  CHECK(moveText(event(R"({"player":0,"do":"turn-draw","card":"red:3","to":"s1"})")) == "turn draw red:3 to s1");
  CHECK(moveText(event(R"({"do":"place"})")) == "place");
}

TEST_CASE("players without a name have their number") {
  GameHeader header;
  header.players = {"Ann", ""};
  CHECK(ui::playerName(header, 0) == "Ann");
  CHECK(ui::playerName(header, 1) == "Player 2");
  CHECK(ui::playerName(header, 7) == "Player 8");
}

TEST_CASE("an ending has its sentence, an unknown one its id") {
  GameHeader header;
  CHECK(ui::endingText(header, "octagone.out").find(' ') != std::string::npos);
  CHECK(ui::endingText(header, "octagone.nonsense") == "octagone.nonsense");
}

TEST_CASE("winners are named together") {
  GameHeader header;
  header.players = {"Ann", "Ben", "Cleo"};
  Result result;
  CHECK(ui::winnersText(header, result) == "not finished");
  result.over = true;
  result.winners = {0, 1, 2};
  CHECK(ui::winnersText(header, result) == "Ann, Ben and Cleo won");
  result.winners = {2};
  CHECK(ui::winnersText(header, result) == "Cleo won");
}
