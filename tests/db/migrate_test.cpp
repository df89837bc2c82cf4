#include "db/migrate.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <array>
#include <catch2/catch.hpp>

#include "db/json_forms.h"
#include "tests/db/store_samples.h"

using namespace octo;
using namespace octo::test;
using db::EmbeddedSql;
using db::Store;
using db::StoreError;

namespace {

constexpr std::array kTwoSteps{EmbeddedSql{"1", "CREATE TABLE a (x INTEGER);"},
                               EmbeddedSql{"2", "ALTER TABLE a ADD COLUMN y INTEGER; UPDATE a SET y = 2 * x;"}};
constexpr std::array kBrokenSecond{kTwoSteps[0],
                                   EmbeddedSql{"2", "ALTER TABLE a ADD COLUMN y INTEGER; UPDATE nowhere SET y = 0;"}};

SQLite::Database empty() { return SQLite::Database(":memory:", SQLite::OPEN_READWRITE); }
int version(SQLite::Database& database) { return database.execAndGet("PRAGMA user_version").getInt(); }
std::span<const EmbeddedSql> first(std::size_t n) { return std::span(kTwoSteps).first(n); }

}  // namespace

TEST_CASE("a new database is brought to the last version and marked as ours") {
  auto database = empty();
  db::migrate(database, kTwoSteps, "x.db");
  CHECK(version(database) == 2);
  CHECK(database.execAndGet("PRAGMA application_id").getInt() == db::kApplicationId);
  CHECK_NOTHROW(db::expectCurrent(database, kTwoSteps, "x.db"));
}

TEST_CASE("an older database gets the missing steps and keeps its rows") {
  auto database = empty();
  db::migrate(database, first(1), "x.db");
  database.exec("INSERT INTO a VALUES (21)");
  CHECK(storeErrorOf([&] { db::expectCurrent(database, kTwoSteps, "x.db"); }).first == StoreError::Kind::TooOld);
  db::migrate(database, kTwoSteps, "x.db");
  CHECK(version(database) == 2);
  CHECK(database.execAndGet("SELECT y FROM a").getInt() == 42);
}

TEST_CASE("a step that fails leaves the database as it was") {
  auto database = empty();
  db::migrate(database, first(1), "x.db");
  database.exec("INSERT INTO a VALUES (21)");
  CHECK_THROWS(db::migrate(database, kBrokenSecond, "x.db"));
  CHECK(version(database) == 1);
  CHECK(database.execAndGet("SELECT COUNT(*) FROM pragma_table_info('a')").getInt() == 1);
  CHECK(database.execAndGet("SELECT x FROM a").getInt() == 21);
}

TEST_CASE("a database from a newer program is not touched") {
  auto database = empty();
  db::migrate(database, kTwoSteps, "x.db");
  const auto [kind, message] = storeErrorOf([&] { db::migrate(database, first(1), "x.db"); });
  CHECK(kind == StoreError::Kind::TooNew);
  CHECK(message.find("x.db") == 0);
  CHECK(version(database) == 2);
}

TEST_CASE("a database of another program is not touched") {
  auto database = empty();
  database.exec("CREATE TABLE recipes (name TEXT)");
  CHECK(storeErrorOf([&] { db::migrate(database, kTwoSteps, "x.db"); }).first == StoreError::Kind::NotOurs);
  CHECK(version(database) == 0);
}

TEST_CASE("games of every older version are brought up to date whole, and what happens to them later is found") {
  const auto steps = db::schemaSteps();
  const int version = GENERATE(1, 2);
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  {
    SQLite::Database old(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    db::migrate(old, steps.first(static_cast<std::size_t>(version)), file);
    SQLite::Statement game(old, "INSERT INTO game (header, started) VALUES (?1, '2026-11-20T10:00:00Z')");
    game.bind(1, db::headerText(sampleHeader()));
    game.exec();
    SQLite::Statement event(old,
                            "INSERT INTO event (game, n, event, verdict, legal, time, frame, confidence, inferred)"
                            " VALUES (1, 1, ?1, ?2, 1, 3, 90, 1, 0)");
    event.bind(1, db::eventText(sampleEvent(1).event));
    event.bind(2, db::verdictText(sampleEvent(1).verdict));
    event.exec();
  }
  CHECK(Store::open(file).load(1)->events.size() == 1);
  CHECK(Store::openReadOnly(file).verify().whole());
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec("UPDATE event SET time = 4");
  CHECK(Store::openReadOnly(file).verify().games.size() == 1);
}
