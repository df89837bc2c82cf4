#include "db/store.h"

#include <catch2/catch.hpp>

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
