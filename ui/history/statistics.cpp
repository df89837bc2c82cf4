#include "ui/history/statistics.h"

#include <algorithm>
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

int breachesBy(int player, const db::StoredGame& game) {
  return static_cast<int>(std::count_if(game.events.begin(), game.events.end(), [&](const TrackedEvent& event) {
    return !event.verdict.legal && event.event.player == player;
  }));
}

void count(PlayerStatistics& of, int player, const db::StoredGame& game) {
  ++of.played;
  of.breaches += breachesBy(player, game);
  if (!isOver(game.summary)) return;
  const Result& result = *game.summary.result;
  ++of.finished;
  of.won += static_cast<int>(std::count(result.winners.begin(), result.winners.end(), player));
  if (static_cast<std::size_t>(player) < result.scores.size())
    of.scores += result.scores[static_cast<std::size_t>(player)];
}

std::vector<PlayerStatistics> ordered(const std::map<PlayerKey, PlayerStatistics>& players) {
  std::vector<PlayerStatistics> list;
  for (const auto& [key, player] : players) list.push_back(player);
  std::stable_sort(list.begin(), list.end(), [](const PlayerStatistics& a, const PlayerStatistics& b) {
    return std::tuple(a.game, -a.played) < std::tuple(b.game, -b.played);
  });
  return list;
}

}  // namespace

Statistics statistics(const db::Store& store) {
  std::map<GameId, GameStatistics> games;
  std::map<PlayerKey, PlayerStatistics> players;
  for (const db::GameSummary& summary : store.list()) {
    const GameId id = summary.header.game;
    count(games.try_emplace(id, GameStatistics{.game = id}).first->second, summary);
    const auto game = store.load(summary.id);
    if (!game) continue;  // removed by another program since the list was read
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
              {"breaches", game.breaches}};
}

Json line(const PlayerStatistics& player) {
  Json mean;
  if (player.finished) mean = static_cast<double>(player.scores) / player.finished;
  return Json{{"player", player.player},     {"game", name(player.game)}, {"played", player.played},
              {"finished", player.finished}, {"won", player.won},         {"breaches", player.breaches},
              {"mean_score", mean}};
}

}  // namespace octo::ui
