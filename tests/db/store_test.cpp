#include "db/store.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <catch2/catch.hpp>

#include "db/embedded_sql.h"
#include "db/migrate.h"
#include "tests/db/store_samples.h"

using namespace octo;
using namespace octo::test;
using db::Store;
using db::StoreError;

namespace {

void compare(const TrackedEvent& a, const TrackedEvent& b) {
  CHECK(a.n == b.n);
  CHECK(a.event == b.event);
  CHECK(a.verdict == b.verdict);
  CHECK(a.time == b.time);
  CHECK(a.frame == b.frame);
  CHECK(a.confidence == b.confidence);
  CHECK(a.inferred == b.inferred);
  CHECK(a.was == b.was);
}

}  // namespace

TEST_CASE("a game comes back as it was put") {
  Store store = Store::inMemory();
  const auto id = store.begin(sampleHeader(), "2026-11-21T09:00:00Z");
  TrackedEvent corrected = sampleEvent(2, false);
  corrected.inferred = true;
  corrected.event.stands = true;
  corrected.verdict.applied = true;
  corrected.verdict.exposes = {{"octagone.skip", 1}};
  corrected.was = {sampleEvent(2).event, sampleEvent(3).event};
  store.put(id, sampleEvent(1));
  store.put(id, corrected);
  store.finish(id, sampleResult(), "2026-11-21T10:00:00Z");

  const auto game = store.load(id);
  REQUIRE(game);
  CHECK(game->summary.header.toJson() == sampleHeader().toJson());
  CHECK(game->summary.started == "2026-11-21T09:00:00Z");
  CHECK(game->summary.ended == "2026-11-21T10:00:00Z");
  CHECK(game->summary.events == 2);
  CHECK(game->summary.breaches == 1);
  CHECK(game->summary.result == sampleResult());
  REQUIRE(game->events.size() == 2);
  compare(game->events[0], sampleEvent(1));
  compare(game->events[1], corrected);
}

TEST_CASE("putting an event again replaces it") {
  Store store = Store::inMemory();
  const auto id = store.begin(sampleHeader(), "");
  store.put(id, sampleEvent(1));
  TrackedEvent other = sampleEvent(1, false);
  other.was = {sampleEvent(1).event};
  store.put(id, other);
  const auto game = store.load(id);
  REQUIRE(game->events.size() == 1);
  compare(game->events[0], other);
  CHECK(game->summary.breaches == 1);
}

TEST_CASE("an event that would leave a gap is refused") {
  Store store = Store::inMemory();
  const auto id = store.begin(sampleHeader(), "");
  CHECK_THROWS_AS(store.put(id, sampleEvent(2)), StoreError);
  CHECK_THROWS_AS(store.put(id, sampleEvent(0)), StoreError);
  CHECK(store.load(id)->events.empty());
}

TEST_CASE("how a running game began may turn out otherwise") {
  Store store = Store::inMemory();
  GameHeader header = sampleHeader();
  const auto id = store.begin(header, "");
  store.put(id, sampleEvent(1));
  header.first = 1;
  store.begunAs(id, header);
  CHECK(store.load(id)->summary.header.first == 1);
  CHECK(store.load(id)->events.size() == 1);
  store.finish(id, sampleResult(), "then");
  CHECK(storeErrorOf([&] { store.begunAs(id, header); }).first == StoreError::Kind::NoSuchGame);
}

TEST_CASE("events are dropped from a number on") {
  Store store = Store::inMemory();
  const auto id = store.begin(sampleHeader(), "");
  for (int n = 1; n <= 5; ++n) store.put(id, sampleEvent(n));
  store.dropFrom(id, 3);
  CHECK(store.load(id)->events.size() == 2);
  store.put(id, sampleEvent(3));
  CHECK(store.load(id)->events.size() == 3);
}

TEST_CASE("a finished game changes only after it was reopened") {
  Store store = Store::inMemory();
  const auto id = store.begin(sampleHeader(), "");
  store.finish(id, sampleResult(), "then");
  CHECK(storeErrorOf([&] { store.put(id, sampleEvent(1)); }).first == StoreError::Kind::NoSuchGame);
  CHECK(storeErrorOf([&] { store.dropFrom(id, 1); }).first == StoreError::Kind::NoSuchGame);
  CHECK(storeErrorOf([&] { store.finish(id, sampleResult(), "now"); }).first == StoreError::Kind::NoSuchGame);
  store.reopen(id);
  CHECK(storeErrorOf([&] { store.reopen(id); }).first == StoreError::Kind::NoSuchGame);
  store.put(id, sampleEvent(1));
  CHECK_FALSE(store.load(id)->summary.result);
}

TEST_CASE("the list has the newest game first and tells running from finished") {
  Store store = Store::inMemory();
  const auto first = store.begin(sampleHeader(), "a");
  const auto second = store.begin(sampleHeader(), "b");
  store.finish(first, sampleResult(), "c");
  const auto all = store.list();
  REQUIRE(all.size() == 2);
  CHECK(all[0].id == second);
  CHECK(all[1].id == first);
  const auto running = store.running();
  REQUIRE(running.size() == 1);
  CHECK(running[0].id == second);
}

TEST_CASE("a removed game is gone and its number is not used again") {
  Store store = Store::inMemory();
  const auto id = store.begin(sampleHeader(), "");
  store.put(id, sampleEvent(1));
  store.remove(id);
  CHECK_FALSE(store.load(id));
  CHECK(store.begin(sampleHeader(), "") > id);
  CHECK(storeErrorOf([&] { store.remove(id); }).first == StoreError::Kind::NoSuchGame);
}

TEST_CASE("a whole game is added in one step") {
  Store store = Store::inMemory();
  db::StoredGame game;
  game.summary.header = sampleHeader();
  game.summary.started = "2026-01-01T00:00:00Z";
  game.summary.ended = "2026-01-01T01:00:00Z";
  game.summary.result = sampleResult();
  game.events = {sampleEvent(1), sampleEvent(2)};
  const auto back = store.load(store.add(game));
  REQUIRE(back);
  CHECK(back->summary.result == sampleResult());
  CHECK(back->events.size() == 2);
}

TEST_CASE("names are kept whatever is in them") {
  Store store = Store::inMemory();
  GameHeader header = sampleHeader();
  header.players = {"Robert'); DROP TABLE game;--", std::string("a\0b", 3)};
  const auto id = store.begin(header, "'; DELETE FROM game;--");
  CHECK(store.load(id)->summary.header.players == header.players);
}

TEST_CASE("bytes that are no UTF-8 are replaced, not fatal") {
  Store store = Store::inMemory();
  GameHeader header = sampleHeader();
  header.players[0] = "\xff\xfe";
  CHECK(store.load(store.begin(header, ""))->summary.header.players[0] == "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST_CASE("two stores on one file see each other's games") {
  const TemporaryFolder folder;
  Store writer = Store::open(folder / "games.db");
  Store reader = Store::openReadOnly(folder / "games.db");
  const auto id = writer.begin(sampleHeader(), "");
  writer.put(id, sampleEvent(1));
  REQUIRE(reader.load(id));
  CHECK(reader.load(id)->events.size() == 1);
  CHECK_THROWS_AS(reader.remove(id), StoreError);
}

TEST_CASE("a deleted game is gone from the list, can be had back whole, and is purged only after its time") {
  auto store = Store::inMemory();
  const auto first = store.begin(sampleHeader(), "2026-11-20T10:00:00Z");
  store.put(first, sampleEvent(1));
  const auto second = store.begin(sampleHeader(), "2026-11-21T10:00:00Z");
  store.discard(first, "2026-11-22T10:00:00Z");
  REQUIRE(store.list().size() == 1);
  CHECK(store.list().front().id == second);
  CHECK(store.running().size() == 1);
  REQUIRE(store.deletedGames().size() == 1);
  CHECK(store.deletedGames().front().deleted == "2026-11-22T10:00:00Z");
  REQUIRE(store.load(first));
  CHECK(store.verify().whole());
  store.restore(first);
  CHECK(store.list().size() == 2);
  CHECK(store.deletedGames().empty());
  CHECK(store.load(first)->events.size() == 1);
  store.discard(first, "2026-11-22T10:00:00Z");
  CHECK(store.purge("2026-11-22T10:00:00Z").empty());
  CHECK(store.purge("2026-11-23T00:00:00Z") == std::vector<std::int64_t>{first});
  CHECK_FALSE(store.load(first));
  CHECK(store.load(second));
  CHECK(storeErrorOf([&] { store.discard(first, "x"); }).first == StoreError::Kind::NoSuchGame);
  CHECK(storeErrorOf([&] { store.restore(4711); }).first == StoreError::Kind::NoSuchGame);
}

TEST_CASE("notes are kept with the game") {
  auto store = Store::inMemory();
  const auto game = store.begin(sampleHeader(), "2026-11-20T10:00:00Z");
  CHECK(store.load(game)->summary.notes.empty());
  store.note(game, "Schöner Abend\n'; DROP TABLE game; --");
  CHECK(store.load(game)->summary.notes == "Schöner Abend\n'; DROP TABLE game; --");
  CHECK(storeErrorOf([&] { store.note(4711, "x"); }).first == StoreError::Kind::NoSuchGame);
}

TEST_CASE("a player gets another name in every game, or in none where that name is taken") {
  auto store = Store::inMemory();
  const auto one = store.begin(sampleHeader(), "2026-11-20T10:00:00Z");
  const auto two = store.begin(sampleHeader(), "2026-11-21T10:00:00Z");
  store.discard(two, "2026-11-22T10:00:00Z");
  CHECK(store.renamePlayer("Ann", "Anna") == 2);
  CHECK(store.load(one)->summary.header.players == std::vector<std::string>{"Anna", "太郎"});
  CHECK(store.load(two)->summary.header.players == std::vector<std::string>{"Anna", "太郎"});
  CHECK(store.load(one)->summary.header.options == sampleHeader().options);
  CHECK(store.renamePlayer("Nobody", "Ben") == 0);
  CHECK(storeErrorOf([&] { store.renamePlayer("Anna", "太郎"); }).first == StoreError::Kind::NameTaken);
  CHECK(store.load(one)->summary.header.players.front() == "Anna");
}

TEST_CASE("a file of the first version is brought up to date with its games, also when it is only to be read") {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  {
    SQLite::Database old(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    db::migrate(old, db::schemaSteps().first(1), file);
    SQLite::Statement insert(old, "INSERT INTO game (header, started) VALUES (?1, '2026-11-20T10:00:00Z')");
    insert.bind(1, sampleHeader().toJson().dump());
    insert.exec();
  }
  CHECK(storeErrorOf([&] { Store::openReadOnly(file); }).first == StoreError::Kind::TooOld);
  const auto games = Store::openCurrent(file).list();
  REQUIRE(games.size() == 1);
  CHECK(games.front().notes.empty());
  CHECK(games.front().deleted.empty());
  CHECK(Store::openReadOnly(file).list().size() == 1);
  CHECK(storeErrorOf([&] { Store::openCurrent(folder / "none.db"); }).first == StoreError::Kind::Missing);
}
