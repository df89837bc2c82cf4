#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "db/store.h"

namespace octo::ui {

/// How one game was played over all stored ones.
struct GameStatistics {
  GameId game;
  int played = 0;
  int finished = 0;
  int events = 0;
  int breaches = 0;
  /// Seconds from a game's beginning to its last event, over finished games.
  double seconds = 0;
};

/// How a finished game went for one player.
struct ScoredGame {
  std::int64_t game;
  /// ISO 8601, UTC.
  std::string started;
  int score;
  bool won;
};

/// How one player, told by name, did in one game.
struct PlayerStatistics {
  std::string player;
  GameId game;
  int played = 0;
  /// Of them finished: played to their end.
  int finished = 0;
  int won = 0;
  int breaches = 0;
  /// Sum over finished games, for the mean.
  int scores = 0;
  /// How often each rule was broken, by its id.
  std::map<std::string, int> rules = {};
  /// Finished games with a score, oldest first.
  std::vector<ScoredGame> games = {};
};

struct Statistics {
  std::vector<GameStatistics> games;
  /// By game, then most played first, then by name.
  std::vector<PlayerStatistics> players;
};

/// Over all games of the store. Throws StoreError.
Statistics statistics(const db::Store& store);

Json line(const GameStatistics& game);
Json line(const PlayerStatistics& player);

}  // namespace octo::ui
