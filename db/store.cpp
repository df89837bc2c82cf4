#include "db/store.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>

#include <algorithm>

#include "db/connection.h"
#include "db/embedded_sql.h"
#include "db/json_forms.h"
#include "db/open_database.h"
#include "db/row_sum.h"
#include "db/store_error.h"

namespace octo::db {
namespace {

using Kind = StoreError::Kind;

SQLite::Statement prepared(SQLite::Database& database, std::string_view name) {
  return SQLite::Statement(database, std::string(statement(name)));
}

/// A row's last column says whether its sum is right.
void expectSealed(SQLite::Statement& row, int column) {
  if (row.getColumn(column).getInt() != 1) throw Malformed(kNotAsWritten);
}

GameSummary summaryFrom(SQLite::Statement& row) {
  GameSummary summary;
  summary.id = row.getColumn(0).getInt64();
  summary.header = headerFrom(row.getColumn(1).getString());
  summary.started = row.getColumn(2).getString();
  if (!row.getColumn(3).isNull()) summary.ended = row.getColumn(3).getString();
  if (!row.getColumn(4).isNull()) summary.result = resultFrom(row.getColumn(4).getString());
  summary.events = row.getColumn(5).getInt();
  summary.breaches = row.getColumn(6).getInt();
  summary.notes = row.getColumn(7).getString();
  if (!row.getColumn(8).isNull()) summary.deleted = row.getColumn(8).getString();
  expectSealed(row, 10);
  return summary;
}

TrackedEvent eventFromRow(SQLite::Statement& row) {
  TrackedEvent event;
  event.n = row.getColumn(0).getInt();
  event.event = eventFrom(row.getColumn(1).getString());
  event.verdict = verdictFrom(row.getColumn(2).getString());
  event.time = row.getColumn(4).getDouble();
  event.frame = row.getColumn(5).getInt64();
  event.confidence = row.getColumn(6).getDouble();
  event.inferred = row.getColumn(7).getInt() != 0;
  event.was = eventsFrom(row.getColumn(8).getString());
  expectSealed(row, 9);
  return event;
}

/// Reads a row; a text that is not what it must be becomes a StoreError that says where it stands.
template <class Read>
auto readable(const std::filesystem::path& file, const std::string& where, Read&& read) {
  try {
    return read();
  } catch (const Malformed& error) {
    throw StoreError(Kind::Damaged, file, where + " is damaged: " + error.what());
  }
}

std::string gameName(std::int64_t game) { return "game " + std::to_string(game); }

enum class Which { Kept, Deleted, All };

std::vector<GameSummary> summaries(SQLite::Database& database, const std::filesystem::path& file, Which which,
                                   std::optional<std::int64_t> game = {}, bool runningOnly = false) {
  auto rows = prepared(database, "games");
  if (game) rows.bind(1, *game);
  rows.bind(2, runningOnly ? 1 : 0);
  if (which != Which::All) rows.bind(3, which == Which::Deleted ? 1 : 0);
  std::vector<GameSummary> found;
  while (rows.executeStep())
    found.push_back(readable(file, gameName(rows.getColumn(0).getInt64()), [&] { return summaryFrom(rows); }));
  return found;
}

/// Nothing where there is no such game.
bool isSealed(SQLite::Database& database, std::int64_t game) {
  auto find = prepared(database, "is_sealed");
  find.bind(1, game);
  return find.executeStep() && find.getColumn(0).getInt() == 1;
}

void seal(SQLite::Database& database, std::int64_t game) {
  auto update = prepared(database, "seal_game");
  update.bind(1, game);
  update.exec();
}

/// Changes a game's row or how many events it has. One that was damaged before is not sealed again: that must stay
/// visible.
template <class Work>
void changeSealed(SQLite::Database& database, std::int64_t game, Work&& work) {
  const bool sealed = isSealed(database, game);
  work();
  if (sealed) seal(database, game);
}

/// Sets one column of a game's row; `value` null for NULL. Throws where there is no such game.
void setText(SQLite::Database& database, const std::filesystem::path& file, const char* column, std::int64_t game,
             const std::string* value) {
  changeSealed(database, game, [&] {
    SQLite::Statement update(database, std::string("UPDATE game SET ") + column + " = ?2 WHERE id = ?1");
    update.bind(1, game);
    if (value) update.bind(2, *value);
    if (update.exec() == 0) throw StoreError(Kind::NoSuchGame, file, gameName(game) + " is not there");
  });
}

/// True where the player was in the game. Throws NoSuchGame where another one has the name already.
bool renameIn(GameSummary& game, const std::string& from, const std::string& to, const std::filesystem::path& file) {
  auto& players = game.header.players;
  const auto found = std::find(players.begin(), players.end(), from);
  if (found == players.end()) return false;
  if (std::find(players.begin(), players.end(), to) != players.end())
    throw StoreError(Kind::NameTaken, file,
                     "in " + gameName(game.id) + " somebody else is called \"" + to + "\" already");
  *found = to;
  return true;
}

std::vector<TrackedEvent> eventsOf(SQLite::Database& database, const std::filesystem::path& file, std::int64_t game) {
  auto rows = prepared(database, "events");
  rows.bind(1, game);
  std::vector<TrackedEvent> events;
  while (rows.executeStep())
    events.push_back(readable(file, gameName(game) + ", event " + std::to_string(rows.getColumn(0).getInt()),
                              [&] { return eventFromRow(rows); }));
  return events;
}

/// Every event that was ever added and not dropped is there: a damaged page may lack rows without anything looking
/// wrong.
void expectAll(SQLite::Database& database, const std::filesystem::path& file, std::int64_t game,
               const std::vector<TrackedEvent>& events) {
  SQLite::Statement find(database, "SELECT events FROM game WHERE id = ?1");
  find.bind(1, game);
  const int written = find.executeStep() ? find.getColumn(0).getInt() : 0;
  int n = 0;
  for (const TrackedEvent& event : events)
    if (event.n != ++n) break;
  if (static_cast<int>(events.size()) == written && n == written) return;
  throw StoreError(Kind::Damaged, file,
                   gameName(game) + " is damaged: " + std::to_string(events.size()) + " of its " +
                       std::to_string(written) + " events are there");
}

void insertEvent(SQLite::Statement& insert, std::int64_t game, const TrackedEvent& event) {
  insert.reset();
  insert.bind(1, game);
  insert.bind(2, event.n);
  insert.bind(3, eventText(event.event));
  insert.bind(4, verdictText(event.verdict));
  insert.bind(5, event.verdict.legal ? 1 : 0);
  insert.bind(6, event.time);
  insert.bind(7, event.frame);
  insert.bind(8, event.confidence);
  insert.bind(9, event.inferred ? 1 : 0);
  insert.bind(10, eventsText(event.was));
  insert.exec();
}

int countEvents(SQLite::Database& database, std::int64_t game) {
  SQLite::Statement count(database, "SELECT COUNT(*) FROM event WHERE game = ?1");
  count.bind(1, game);
  count.executeStep();
  return count.getColumn(0).getInt();
}

/// Under a number of its own, or the next one.
std::int64_t insertGame(SQLite::Database& database, const GameHeader& header, const std::string& started,
                        std::optional<std::int64_t> number = std::nullopt) {
  SQLite::Statement insert(database, "INSERT INTO game (header, started, id) VALUES (?1, ?2, ?3)");
  insert.bind(1, headerText(header));
  insert.bind(2, started);
  if (number) insert.bind(3, *number);
  insert.exec();
  return database.getLastInsertRowid();
}

/// What people added to a game: its notes, and that they deleted it.
void setAside(SQLite::Database& database, std::int64_t game, const GameSummary& summary) {
  SQLite::Statement update(database, "UPDATE game SET notes = ?2, deleted = NULLIF(?3, '') WHERE id = ?1");
  update.bind(1, game);
  update.bind(2, summary.notes);
  update.bind(3, summary.deleted);
  update.exec();
}

void setEnd(SQLite::Database& database, std::int64_t game, const Result& result, const std::string& ended) {
  SQLite::Statement update(database, "UPDATE game SET result = ?2, ended = ?3 WHERE id = ?1");
  update.bind(1, game);
  update.bind(2, resultText(result));
  update.bind(3, ended);
  update.exec();
}

}  // namespace

Store::Store(std::unique_ptr<Connection> connection) : connection_(std::move(connection)) {}
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;
Store::~Store() = default;

Store Store::open(const std::filesystem::path& file) {
  return Store(std::make_unique<Connection>(openForWriting(file), file));
}

Store Store::openReadOnly(const std::filesystem::path& file) {
  return Store(std::make_unique<Connection>(openForReading(file), file));
}

Store Store::inMemory() { return Store(std::make_unique<Connection>(openInMemory(), std::filesystem::path())); }

const std::filesystem::path& Store::file() const { return connection_->file; }

Store Store::openCurrent(const std::filesystem::path& file) {
  try {
    return openReadOnly(file);
  } catch (const StoreError& error) {
    if (error.kind() != Kind::TooOld) throw;
  }
  (void)open(file);
  return openReadOnly(file);
}

/// One transaction that writes. `work` gets the database.
template <class Work>
auto Store::change(Work&& work) {
  return guarded(connection_->file, [&] {
    SQLite::Transaction transaction(*connection_->database, SQLite::TransactionBehavior::IMMEDIATE);
    if constexpr (std::is_void_v<decltype(work(*connection_->database))>) {
      work(*connection_->database);
      transaction.commit();
    } else {
      auto answer = work(*connection_->database);
      transaction.commit();
      return answer;
    }
  });
}

void Store::expect(std::int64_t game, bool running) const {
  SQLite::Statement find(*connection_->database, "SELECT ended IS NULL FROM game WHERE id = ?1");
  find.bind(1, game);
  const bool found = find.executeStep();
  if (found && (find.getColumn(0).getInt() != 0) == running) return;
  throw StoreError(Kind::NoSuchGame, file(),
                   gameName(game) + (found ? " is " : " is not there; ") +
                       (found ? (running ? "finished; " : "running; ") : "") + "a " +
                       (running ? "running" : "finished") + " game was expected");
}

std::int64_t Store::begin(const GameHeader& header, const std::string& started) {
  return change([&](SQLite::Database& database) {
    const std::int64_t id = insertGame(database, header, started);
    seal(database, id);
    return id;
  });
}

void Store::begunAs(std::int64_t game, const GameHeader& header) {
  change([&](SQLite::Database& database) {
    expect(game, true);
    const std::string text = headerText(header);
    setText(database, file(), "header", game, &text);
  });
}

void Store::put(std::int64_t game, const TrackedEvent& event) {
  change([&](SQLite::Database& database) {
    expect(game, true);
    const int next = countEvents(database, game) + 1;
    if (event.n < 1 || event.n > next)
      throw StoreError(Kind::Other, file(),
                       gameName(game) + ": event " + std::to_string(event.n) + " would leave a gap; at most " +
                           std::to_string(next) + " was expected");
    changeSealed(database, game, [&] {
      auto insert = prepared(database, "put_event");
      insertEvent(insert, game, event);
    });
  });
}

void Store::dropFrom(std::int64_t game, int n) {
  change([&](SQLite::Database& database) {
    expect(game, true);
    changeSealed(database, game, [&] {
      SQLite::Statement drop(database, "DELETE FROM event WHERE game = ?1 AND n >= ?2");
      drop.bind(1, game);
      drop.bind(2, n);
      drop.exec();
    });
  });
}

void Store::finish(std::int64_t game, const Result& result, const std::string& ended) {
  change([&](SQLite::Database& database) {
    expect(game, true);
    changeSealed(database, game, [&] { setEnd(database, game, result, ended); });
  });
}

void Store::reopen(std::int64_t game) {
  change([&](SQLite::Database& database) {
    expect(game, false);
    changeSealed(database, game, [&] {
      SQLite::Statement update(database, "UPDATE game SET result = NULL, ended = NULL WHERE id = ?1");
      update.bind(1, game);
      update.exec();
    });
  });
}

std::int64_t Store::add(const StoredGame& game) { return addAs(std::nullopt, game); }

std::int64_t Store::addUnderItsNumber(const StoredGame& game) {
  const std::int64_t number = game.summary.id;
  return addAs(number > 0 && !load(number) ? std::optional(number) : std::nullopt, game);
}

std::int64_t Store::addAs(std::optional<std::int64_t> number, const StoredGame& game) {
  return change([&](SQLite::Database& database) {
    const std::int64_t id = insertGame(database, game.summary.header, game.summary.started, number);
    auto insert = prepared(database, "put_event");
    int n = 0;
    for (TrackedEvent event : game.events) {
      event.n = ++n;
      insertEvent(insert, id, event);
    }
    if (game.summary.result) setEnd(database, id, *game.summary.result, game.summary.ended);
    setAside(database, id, game.summary);
    seal(database, id);
    return id;
  });
}

void Store::remove(std::int64_t game) {
  change([&](SQLite::Database& database) {
    SQLite::Statement drop(database, "DELETE FROM game WHERE id = ?1");
    drop.bind(1, game);
    if (drop.exec() == 0) throw StoreError(Kind::NoSuchGame, file(), gameName(game) + " is not there");
  });
}

void Store::discard(std::int64_t game, const std::string& when) {
  change([&](SQLite::Database& database) { setText(database, file(), "deleted", game, &when); });
}

void Store::restore(std::int64_t game) {
  change([&](SQLite::Database& database) { setText(database, file(), "deleted", game, nullptr); });
}

std::vector<std::int64_t> Store::purge(const std::string& before) {
  return change([&](SQLite::Database& database) {
    std::vector<std::int64_t> gone;
    SQLite::Statement rows(database, "DELETE FROM game WHERE deleted < ?1 RETURNING id");
    rows.bind(1, before);
    while (rows.executeStep()) gone.push_back(rows.getColumn(0).getInt64());
    return gone;
  });
}

void Store::note(std::int64_t game, const std::string& text) {
  change([&](SQLite::Database& database) { setText(database, file(), "notes", game, &text); });
}

int Store::renamePlayer(const std::string& from, const std::string& to) {
  if (from == to) return 0;
  return change([&](SQLite::Database& database) {
    int changed = 0;
    for (GameSummary& game : summaries(database, file(), Which::All)) {
      if (!renameIn(game, from, to, file())) continue;
      const std::string header = headerText(game.header);
      setText(database, file(), "header", game.id, &header);
      ++changed;
    }
    return changed;
  });
}

std::vector<GameSummary> Store::list() const {
  return guarded(file(), [&] { return summaries(*connection_->database, file(), Which::Kept); });
}

std::vector<GameSummary> Store::deletedGames() const {
  return guarded(file(), [&] { return summaries(*connection_->database, file(), Which::Deleted); });
}

std::vector<GameSummary> Store::running() const {
  return guarded(file(), [&] { return summaries(*connection_->database, file(), Which::Kept, std::nullopt, true); });
}

std::optional<StoredGame> Store::load(std::int64_t game) const {
  return guarded(file(), [&]() -> std::optional<StoredGame> {
    // One read transaction, so that summary and events are of the same moment.
    SQLite::Transaction transaction(*connection_->database);
    auto found = summaries(*connection_->database, file(), Which::All, game);
    if (found.empty()) return std::nullopt;
    StoredGame loaded{std::move(found.front()), eventsOf(*connection_->database, file(), game)};
    expectAll(*connection_->database, file(), game, loaded.events);
    return loaded;
  });
}

StoredGame Store::get(std::int64_t game) const {
  if (auto found = load(game)) return std::move(*found);
  throw StoreError(Kind::NoSuchGame, file(), gameName(game) + " is not there");
}

}  // namespace octo::db
