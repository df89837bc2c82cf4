#include <SQLiteCpp/SQLiteCpp.h>

#include <catch2/catch.hpp>

#include "tests/db/store_samples.h"

using namespace octo;
using namespace octo::test;
using db::Damage;
using db::Store;

namespace {

/// What verify says after the file was tampered with in SQL.
Damage damageBy(const std::string& sql) {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  {
    Store store = Store::open(file);
    const auto id = store.begin(sampleHeader(), "2026-11-21T09:00:00Z");
    for (int n = 1; n <= 5; ++n) store.put(id, sampleEvent(n));
    store.finish(id, sampleResult(), "2026-11-21T10:00:00Z");
  }
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec("PRAGMA ignore_check_constraints = ON; " + sql);
  return Store::openReadOnly(file).verify();
}

}  // namespace

TEST_CASE("an untouched store is whole") { CHECK(damageBy("SELECT 1").whole()); }

TEST_CASE("a missing event is found") {
  const Damage damage = damageBy("DELETE FROM event WHERE n = 3");
  REQUIRE(damage.games.size() == 1);
  CHECK(damage.games[0].find("event 3") != std::string::npos);
  CHECK(damage.file.empty());
}

TEST_CASE("an event that is no JSON is found") {
  CHECK(damageBy("UPDATE event SET event = 'oops' WHERE n = 2").games.size() == 1);
  CHECK(damageBy("UPDATE event SET event = '{}' WHERE n = 2").games.size() == 1);
}

TEST_CASE("a verdict or earlier form that cannot be read is found") {
  CHECK(damageBy("UPDATE event SET verdict = '{\"legal\":3}' WHERE n = 2").games.size() == 1);
  CHECK(damageBy("UPDATE event SET was = '{}' WHERE n = 2").games.size() == 1);
  CHECK(damageBy("UPDATE event SET legal = 0 WHERE n = 2").games.size() == 1);
}

TEST_CASE("a header or result that cannot be read is found") {
  CHECK(damageBy("UPDATE game SET header = '{}'").games.size() == 1);
  CHECK(damageBy("UPDATE game SET result = '[]'").games.size() == 1);
}

TEST_CASE("a text that still reads well but is not what was written is found, and the game is not loaded") {
  const std::string sql =
      GENERATE("UPDATE event SET event = replace(event, 'green', 'orange') WHERE n = 2",
               "UPDATE event SET time = 2 WHERE n = 2", "UPDATE event SET was = '[{\"do\":\"skip\"}]' WHERE n = 2",
               "UPDATE game SET header = replace(header, 'Ann', 'Anm')", "UPDATE game SET notes = 'x'",
               "UPDATE game SET started = '2026-11-21T09:00:01Z'", "DELETE FROM event WHERE n = 5",
               "UPDATE game SET events = 4");
  CAPTURE(sql);
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  Store store = Store::open(file);
  const auto id = store.begin(sampleHeader(), "2026-11-21T09:00:00Z");
  for (int n = 1; n <= 5; ++n) store.put(id, sampleEvent(n));
  REQUIRE(store.verify().whole());
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE).exec(sql);
  CHECK(store.verify().games.size() == 1);
  const auto [kind, message] = storeErrorOf([&] { (void)store.load(id); });
  CHECK(kind == db::StoreError::Kind::Damaged);
  CHECK(message.find("game 1") != std::string::npos);
  if (sql.find("n = 2") != std::string::npos) CHECK(message.find("event 2") != std::string::npos);
  // What is written later does not make it look whole again.
  store.note(id, "a fine game");
  store.put(id, sampleEvent(1));
  CHECK(store.verify().games.size() == 1);
}

TEST_CASE("an event of a game that is not there is found") {
  CHECK_FALSE(damageBy("UPDATE event SET game = 99 WHERE n = 5").file.empty());
}
