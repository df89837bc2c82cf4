#include "ui/history/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "ui/history/move_text.h"

namespace octo::ui {
namespace {

using PlayerKey = std::pair<GameId, std::string>;

bool isOver(const db::GameSummary& game) { return game.result && game.result->over; }

void count(GameStatistics& of, const db::GameSummary& game) {
  ++of.played;
  of.finished += isOver(game);
  of.events += game.events;
  of.breaches += game.breaches;
}

/// A film that lies idle before the game begins does not make the game longer.
double secondsOf(const db::StoredGame& game) {
  return game.events.empty() ? 0 : std::max(0.0, game.events.back().time - game.events.front().time);
}

void countBreaches(PlayerStatistics& of, int player, const db::StoredGame& game) {
  for (const TrackedEvent& event : game.events) {
    if (event.verdict.legal || event.event.player != player) continue;
    ++of.breaches;
    ++of.rules[event.verdict.rule];
  }
}

void count(PlayerStatistics& of, int player, const db::StoredGame& game) {
  ++of.played;
  countBreaches(of, player, game);
  if (!isOver(game.summary)) return;
  const Result& result = *game.summary.result;
  const bool won = std::count(result.winners.begin(), result.winners.end(), player) > 0;
  ++of.finished;
  of.won += won;
  if (static_cast<std::size_t>(player) >= result.scores.size()) return;
  const int score = result.scores[static_cast<std::size_t>(player)];
  of.scores += score;
  of.games.insert(of.games.begin(), {game.summary.id, game.summary.started, score, won});
}

std::vector<PlayerStatistics> ordered(const std::map<PlayerKey, PlayerStatistics>& players) {
  std::vector<PlayerStatistics> list;
  for (const auto& [key, player] : players) list.push_back(player);
  std::stable_sort(list.begin(), list.end(), [](const PlayerStatistics& a, const PlayerStatistics& b) {
    return std::tuple(a.game, -a.played) < std::tuple(b.game, -b.played);
  });
  return list;
}

Json scoresOf(const PlayerStatistics& player) {
  Json list = Json::array();
  for (const ScoredGame& each : player.games)
    list.push_back({{"id", each.game}, {"started", each.started}, {"score", each.score}, {"won", each.won}});
  return list;
}

}  // namespace

Statistics statistics(const db::Store& store) {
  std::map<GameId, GameStatistics> games;
  std::map<PlayerKey, PlayerStatistics> players;
  for (const db::GameSummary& summary : store.list()) {
    const GameId id = summary.header.game;
    GameStatistics& all = games.try_emplace(id, GameStatistics{.game = id}).first->second;
    count(all, summary);
    const auto game = store.load(summary.id);
    if (!game) continue;  // removed by another program since the list was read
    if (isOver(summary)) all.seconds += secondsOf(*game);
    for (int player = 0; player < static_cast<int>(summary.header.players.size()); ++player) {
      const std::string name = playerName(summary.header, player);
      count(players.try_emplace({id, name}, PlayerStatistics{.player = name, .game = id}).first->second, player, *game);
    }
  }
  Statistics all;
  for (const auto& [id, game] : games) all.games.push_back(game);
  all.players = ordered(players);
  return all;
}

Json line(const GameStatistics& game) {
  return Json{{"game", name(game.game)},
              {"played", game.played},
              {"finished", game.finished},
              {"events", game.events},
              {"breaches", game.breaches},
              {"mean_seconds", game.finished ? Json(std::round(game.seconds / game.finished)) : Json()}};
}

Json line(const PlayerStatistics& player) {
  Json mean;
  if (player.finished) mean = static_cast<double>(player.scores) / player.finished;
  return Json{{"player", player.player},     {"game", name(player.game)}, {"played", player.played},
              {"finished", player.finished}, {"won", player.won},         {"breaches", player.breaches},
              {"mean_score", mean},          {"rules", player.rules},     {"scores", scoresOf(player)}};
}

}  // namespace octo::ui
