#include "ui/history/statistics.h"

#include <catch2/catch.hpp>

#include "tests/ui/played_games.h"

using namespace octo;
using namespace octo::test;

TEST_CASE("statistics count games, wins and breaches by name") {
  db::Store store = db::Store::inMemory();
  auto won = storedGame(recordWithBreaches(octagoneHeader({"Ann", "Ben"})));
  won.summary.result->over = true;
  won.summary.result->scores = {4, 2};
  won.summary.result->winners = {1};
  const int offender = *won.events.back().event.player;
  store.add(won);
  store.add(storedGame(playedRecord(octagoneHeader({"Ann", "Cleo"}), 5)));

  const auto all = ui::statistics(store);
  REQUIRE(all.games.size() == 1);
  CHECK(all.games[0].played == 2);
  CHECK(all.games[0].finished == 1);
  CHECK(all.games[0].breaches == 2);
  REQUIRE(all.players.size() == 3);
  CHECK(all.players[0].player == "Ann");
  CHECK(all.players[0].played == 2);
  CHECK(all.players[0].finished == 1);
  CHECK(all.players[0].won == 0);
  CHECK(ui::line(all.players[0])["mean_score"] == 4.0);
  CHECK(all.players[1].player == "Ben");
  CHECK(all.players[1].won == 1);
  CHECK(all.players[static_cast<std::size_t>(offender)].breaches == 2);
  CHECK(ui::line(all.players[2])["mean_score"].is_null());
}
