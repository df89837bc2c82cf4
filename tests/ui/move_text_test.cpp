#include "ui/history/move_text.h"

#include <catch2/catch.hpp>

using namespace octo;

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
