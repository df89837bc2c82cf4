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

/// A database that cannot be used: the message names the file (empty for one in memory), what is wrong, and what was
/// expected.
class StoreError : public std::runtime_error {
 public:
  enum class Kind {
    Missing,      // no such file, or its folder cannot be made
    Directory,    // a folder where a file was expected
    NotDatabase,  // some other kind of file
    NotOurs,      // a database of another program
    TooNew,       // written by a newer Octoscope
    TooOld,       // must be brought up to date first, which reading alone may not do
    ReadOnly,     // may be read but not written
    Locked,       // another program holds it
    Damaged,      // truncated or corrupt
    Full,         // no room left on the disk
    NoSuchGame,   // no such game, or one that is finished where a running one is needed
    NameTaken,    // somebody else in the game is called so
    Followed,     // another program follows the game
    Other,
  };
  /// `wrong`: as it stands behind the file's name and a colon.
  StoreError(Kind kind, std::filesystem::path file, const std::string& wrong);
  Kind kind() const { return kind_; }
  const std::filesystem::path& file() const { return file_; }

 private:
  Kind kind_;
  std::filesystem::path file_;
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
  /// What people wrote down about it.
  std::string notes = {};
  /// When it was deleted, ISO 8601, UTC; empty for a game that is kept.
  std::string deleted = {};
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

/// The games on disk. Every call that changes something is one transaction, on disk when it returns. One
/// thread a store; several stores may have the same file open. All calls throw StoreError.
class Store {
 public:
  /// Opens the file, making it and its folders if absent and bringing an older version up to date.
  static Store open(const std::filesystem::path& file);
  /// As `open`, but never changes the file and makes no folder (SQLite may leave its two side files beside
  /// it).
  static Store openReadOnly(const std::filesystem::path& file);
  /// For reading, an older version brought up to date first.
  static Store openCurrent(const std::filesystem::path& file);
  /// A store that is gone with the program, for tests and the headless demo of nothing.
  static Store inMemory();
  Store(Store&&) noexcept;
  Store& operator=(Store&&) noexcept;
  ~Store();

  /// Where the games are; empty for a store in memory.
  const std::filesystem::path& file() const;

  /// A new running game; its id. `started` is ISO 8601, UTC.
  std::int64_t begin(const GameHeader& header, const std::string& started);
  /// How a running game began turned out otherwise.
  void begunAs(std::int64_t game, const GameHeader& header);
  /// Adds the next event of a running game or replaces an earlier one (`event.n`).
  void put(std::int64_t game, const TrackedEvent& event);
  /// Removes the events of a running game from number `n` on.
  void dropFrom(std::int64_t game, int n);
  /// A game may also be finished without being over: put away.
  void finish(std::int64_t game, const Result& result, const std::string& ended);
  /// A finished game runs again, as when its last event is undone.
  void reopen(std::int64_t game);
  /// A whole game at once, running or finished as its summary says (id and counts of the summary are not
  /// looked at); its id.
  std::int64_t add(const StoredGame& game);
  /// As `add`, under the game's own number, or a new one where that is taken.
  std::int64_t addUnderItsNumber(const StoredGame& game);

  /// Newest first, without those that were deleted.
  std::vector<GameSummary> list() const;
  /// Deleted games, newest first.
  std::vector<GameSummary> deletedGames() const;
  /// Nothing if there is no such game. A deleted one is there until it is purged.
  std::optional<StoredGame> load(std::int64_t game) const;
  /// The same; throws NoSuchGame.
  StoredGame get(std::int64_t game) const;
  /// Running games, newest first: those that were cut off and can be continued.
  std::vector<GameSummary> running() const;
  /// Gone for good, with its events.
  void remove(std::int64_t game);

  /// Deletes a game so that it can be had back. `when` is ISO 8601, UTC.
  void discard(std::int64_t game, const std::string& when);
  void restore(std::int64_t game);
  /// Removes the games that were deleted before that time, ISO 8601, UTC; their numbers.
  std::vector<std::int64_t> purge(const std::string& before);
  void note(std::int64_t game, const std::string& text);
  /// Gives a player another name in every game, deleted ones too; in how many. Throws NoSuchGame where somebody else in
  /// one of the games has that name already: nothing has changed then.
  int renamePlayer(const std::string& from, const std::string& to);

  /// Whether the file is sound and every game in it complete: header, events from 1 without gaps, readable
  /// texts. What the rules say of the games is not looked at.
  Damage verify() const;

 private:
  class Connection;
  explicit Store(std::unique_ptr<Connection> connection);
  template <class Work>
  auto change(Work&& work);
  std::int64_t addAs(std::optional<std::int64_t> number, const StoredGame& game);
  /// Throws StoreError NoSuchGame unless there is that game, running or finished as expected.
  void expect(std::int64_t game, bool running) const;
  std::unique_ptr<Connection> connection_;
};

/// $XDG_DATA_HOME/octoscope/games.db, by default below ~/.local/share.
std::filesystem::path defaultFile();

}  // namespace octo::db
