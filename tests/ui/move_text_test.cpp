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

TEST_CASE("moves of the card games read as sentences") {
  CHECK(moveText(event(R"({"player":0,"do":"play","card":"3:greater:both","on":0,"points":"below","octo":true})")) ==
        "plays 3 greater both on question 1, counted below, calls Octo");
  CHECK(moveText(event(R"({"player":0,"do":"play","card":"all","on":1,"points":"top","octo":false})")) ==
        "plays all on question 2");
  CHECK(moveText(event(R"({"player":0,"do":"draw","from":["deck","discard"]})")) == "draws from deck, discard");
  CHECK(moveText(event(R"({"player":0,"do":"draw"})")) == "draws");
  CHECK(moveText(event(R"({"player":0,"do":"turn-draw","card":"?","to":"hand"})")) == "draws a card to hand");
  CHECK(moveText(event(R"({"player":0,"do":"swap","a":"p0.1","take":["red:3"],"b":"s2","for":["red:1","blue:2"]})")) ==
        "swaps red 3 of p0.1 for red 1, blue 2 of s2");
  CHECK(moveText(event(R"({"player":0,"do":"swap","pot":3,"give":"7H"})")) == "swaps 7H for place 3 of the pot");
  CHECK(moveText(event(R"({"player":0,"do":"swap","pot":3,"give":"7H","claim":[1,2,3]})")) ==
        "swaps 7H for place 3 of the pot, claims 1, 2, 3");
  CHECK(moveText(event(R"({"player":1,"do":"meld","cards":["5D","6D","7D"],"token":true})")) ==
        "melds 5D, 6D, 7D, with the token");
  CHECK(moveText(event(R"({"player":1,"do":"meld","cards":["5D"],"token":false})")) == "melds 5D");
  CHECK(moveText(event(R"({"player":1,"do":"king","from":"discard","cards":["5D","AS"]})")) ==
        "draws from the discard with the king: 5D, AS");
  CHECK(moveText(event(R"({"player":1,"do":"refill","slot":"s1","head":"red"})")) == "lays a new head, red, to s1");
  CHECK(moveText(event(R"({"player":1,"do":"take-run","fill":[]})")) == "takes the run under the token, none come in");
}

TEST_CASE("a move without its fields, or an unknown one, reads as the record says it") {
  CHECK(moveText(event(R"({"do":"place"})")) == "place");
  CHECK(moveText(event(R"({"do":"swap","pot":1})")) == "swap pot 1");
  CHECK(moveText(event(R"({"do":"sing-loud","card":"red:3","was":{},"on":"?"})")) == "sing loud red 3 on a card");
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
