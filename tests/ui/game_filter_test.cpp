#include "ui/history/game_filter.h"

#include <catch2/catch.hpp>

using namespace octo;

namespace {

db::GameSummary gameOn(std::int64_t id, GameId game, std::vector<std::string> players, const std::string& started,
                       int breaches = 0) {
  db::GameSummary summary;
  summary.id = id;
  summary.header.game = game;
  summary.header.players = std::move(players);
  summary.started = started;
  summary.breaches = breaches;
  summary.events = static_cast<int>(id) * 10;
  return summary;
}

std::vector<std::int64_t> idsOf(const std::vector<db::GameSummary>& games) {
  std::vector<std::int64_t> ids;
  for (const auto& game : games) ids.push_back(game.id);
  return ids;
}

std::vector<db::GameSummary> someGames() {
  std::vector<db::GameSummary> games{gameOn(3, GameId::Octa, {"Zoë", "ÉMILE"}, "2026-11-20T19:00:00Z", 2),
                                     gameOn(2, GameId::Octal, {"Ann", "Ben", "太郎"}, "2026-11-20T10:00:00Z"),
                                     gameOn(1, GameId::Octagone, {"Юлия", "Annette"}, "2026-10-01T10:00:00Z", 1)};
  games[1].notes = "Am Meer";
  return games;
}

}  // namespace

TEST_CASE("games are found by words in names and notes, whatever the capitals of the alphabet") {
  ui::GameFilter filter;
  const auto found = [&](const std::string& text) {
    filter.text = text;
    return idsOf(ui::filtered(someGames(), filter));
  };
  CHECK(found("ann") == std::vector<std::int64_t>{2, 1});
  CHECK(found("ANN meer") == std::vector<std::int64_t>{2});
  CHECK(found("émile") == std::vector<std::int64_t>{3});
  CHECK(found("юЛИЯ") == std::vector<std::int64_t>{1});
  CHECK(found("太") == std::vector<std::int64_t>{2});
  CHECK(found("nobody").empty());
  CHECK(found("  ").size() == 3);
  CHECK(ui::folded("\xff\xc3") == "\xff\xc3");
}

TEST_CASE("games are found by game, time and breach") {
  ui::GameFilter filter;
  filter.game = GameId::Octal;
  CHECK(idsOf(ui::filtered(someGames(), filter)) == std::vector<std::int64_t>{2});
  filter = {};
  filter.breaches = true;
  CHECK(idsOf(ui::filtered(someGames(), filter)) == std::vector<std::int64_t>{3, 1});
  filter = {};
  filter.until = "2026-11-20T10";
  CHECK(idsOf(ui::filtered(someGames(), filter)) == std::vector<std::int64_t>{2, 1});
  filter.since = "2026-11";
  CHECK(idsOf(ui::filtered(someGames(), filter)) == std::vector<std::int64_t>{2});
}

TEST_CASE("games are sorted either way; equal ones have the newest first") {
  ui::GameFilter filter;
  filter.order = ui::GameFilter::Order::Breaches;
  CHECK(idsOf(ui::filtered(someGames(), filter)) == std::vector<std::int64_t>{3, 1, 2});
  filter.descending = false;
  filter.order = ui::GameFilter::Order::Players;
  CHECK(idsOf(ui::filtered(someGames(), filter)) == std::vector<std::int64_t>{2, 3, 1});
  auto games = someGames();
  for (auto& game : games) game.breaches = 0;
  filter.order = ui::GameFilter::Order::Breaches;
  CHECK(idsOf(ui::filtered(games, filter)) == std::vector<std::int64_t>{3, 2, 1});
}
