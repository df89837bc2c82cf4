#include "ui/history/export_game.h"

#include <catch2/catch.hpp>
#include <sstream>

#include "tests/ui/played_games.h"

using namespace octo;
using namespace octo::test;

namespace {

tracker::Record readBack(const std::string& text) {
  std::istringstream in(text);
  return tracker::readRecord(in, "export");
}

}  // namespace

TEST_CASE("an exported record gets the same verdicts") {
  const db::StoredGame game = storedGame(recordWithBreaches(octagoneHeader({"<script>", "太郎 \"T\""})));
  const db::StoredGame again = storedGame(readBack(ui::asRecord(game)));
  CHECK(again.summary.header.players == game.summary.header.players);
  REQUIRE(again.events.size() == game.events.size());
  for (std::size_t i = 0; i < game.events.size(); ++i) CHECK(again.events[i].verdict == game.events[i].verdict);
  CHECK(again.summary.result == game.summary.result);
}

TEST_CASE("an exported record keeps earlier forms") {
  db::StoredGame game = storedGame(playedRecord(octagoneHeader(), 4));
  game.events[2].was = {game.events[1].event, game.events[3].event};
  const db::StoredGame again = storedGame(readBack(ui::asRecord(game)));
  CHECK(again.events[2].was == game.events[2].was);
  CHECK(again.events[2].event == game.events[2].event);
}
