#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "tracker/vocabulary/tracked_event.h"

namespace octo::db {

/// A database that cannot be used: the message names the file, what is wrong, and what was expected.
class StoreError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

struct GameSummary {
  std::int64_t id = 0;
  GameHeader header;
  /// ISO 8601, UTC.
  std::string started;
  std::string ended;  // empty while it runs
  int events = 0;
  int breaches = 0;
  /// Nothing while it runs.
  std::optional<Result> result;
};

struct StoredGame {
  GameSummary summary;
  std::vector<TrackedEvent> events;
};

/// What `verify` found; whole when both lists are empty.
struct Damage {
  std::vector<std::string> file;
  std::vector<std::string> games;
  bool whole() const { return file.empty() && games.empty(); }
};

/// The games on disk. Every call that changes something is one transaction, on disk when it returns. One thread a
/// store; several stores may have the same file open. All calls throw StoreError.
class Store {
 public:
  /// Opens the file, making it and its folders if absent and bringing an older version up to date.
  static Store open(const std::filesystem::path& file);
  /// As `open`, but never writes and makes nothing.
  static Store openReadOnly(const std::filesystem::path& file);
  /// A store that is gone with the program, for tests and the headless demo of nothing.
  static Store inMemory();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  /// A new running game; its id. `started` is ISO 8601, UTC.
  std::int64_t begin(const GameHeader& header, const std::string& started);
  /// Adds or replaces event `event.n` of a running game.
  void put(std::int64_t game, const TrackedEvent& event);
  /// Removes the events from number `n` on.
  void dropFrom(std::int64_t game, int n);
  void finish(std::int64_t game, const Result& result, const std::string& ended);

  /// Newest first.
  std::vector<GameSummary> list() const;
  /// Nothing if there is no such game.
  std::optional<StoredGame> load(std::int64_t game) const;
  /// Running games, newest first: those that were cut off and can be continued.
  std::vector<GameSummary> running() const;
  void remove(std::int64_t game);

  Damage verify() const;

 private:
  class Connection;
  explicit Store(std::unique_ptr<Connection> connection);
  std::unique_ptr<Connection> connection_;
};

/// $XDG_DATA_HOME/octoscope/games.db, by default below ~/.local/share.
std::filesystem::path defaultFile();

}  // namespace octo::db
