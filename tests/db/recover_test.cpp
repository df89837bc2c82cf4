#include "db/recover.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <random>
#include <sstream>

#include "db/backup.h"
#include "tests/db/store_samples.h"

using namespace octo;
using namespace octo::test;
using db::Store;
using db::StoredGame;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kPage = 4096;

std::string contentOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

void overwrite(const fs::path& file, const std::string& bytes) {
  std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

/// As many finished games as asked for, of so many events each, and one that runs; one row does not fit on its page.
void fill(Store& store, int games, int events) {
  for (int g = 0; g < games; ++g) {
    const auto id = store.begin(sampleHeader(), "2026-11-21T09:00:" + std::to_string(10 + g) + "Z");
    for (int n = 1; n <= events; ++n) {
      TrackedEvent event = sampleEvent(n, n % 7 != 0);
      if (n == 3) event.event.fields["remark"] = std::string(9000, 'x');
      store.put(id, event);
    }
    if (g + 1 < games) store.finish(id, sampleResult(), "2026-11-21T10:00:00Z");
  }
}

std::vector<StoredGame> gamesOf(const Store& store) {
  std::vector<StoredGame> games;
  const auto list = store.list();
  for (auto game = list.rbegin(); game != list.rend(); ++game) games.push_back(*store.load(game->id));
  return games;
}

bool same(const TrackedEvent& a, const TrackedEvent& b) {
  return a.n == b.n && a.event == b.event && a.verdict.legal == b.verdict.legal && a.verdict.rule == b.verdict.rule &&
         a.time == b.time && a.frame == b.frame && a.confidence == b.confidence && a.inferred == b.inferred &&
         a.was == b.was;
}

bool beginsAs(const StoredGame& part, const StoredGame& all) {
  if (part.summary.started != all.summary.started || part.summary.header.players != all.summary.header.players)
    return false;
  return part.events.size() <= all.events.size() &&
         std::equal(part.events.begin(), part.events.end(), all.events.begin(), same);
}

bool equal(const StoredGame& a, const StoredGame& b) {
  return beginsAs(a, b) && a.events.size() == b.events.size() && a.summary.result == b.summary.result &&
         a.summary.ended == b.summary.ended;
}

/// Games 1 to 4 in a file without a log beside it, and what is in it.
struct Sample {
  TemporaryFolder folder;
  fs::path file = folder / "games.db";
  std::vector<StoredGame> games;
  std::string bytes;

  Sample() {
    {
      Store store = Store::open(file);
      fill(store, 4, 60);
      games = gamesOf(store);
    }
    bytes = contentOf(file);
    REQUIRE(bytes.size() > 10 * kPage);
    REQUIRE_FALSE(fs::exists(file.string() + "-wal"));
  }
};

}  // namespace

TEST_CASE("out of a sound file every game comes as the store itself loads it") {
  const Sample sample;
  const auto found = db::recover(sample.file, {});
  REQUIRE(found.size() == sample.games.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].whole);
    CHECK(equal(found[i].game, sample.games[i]));
  }
}

TEST_CASE("what only the write-ahead log has comes, too") {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "games.db");
  fill(store, 2, 5);
  REQUIRE(fs::file_size((folder / "games.db").string() + "-wal") > 0);
  const auto found = db::recover(folder / "games.db", {});
  REQUIRE(found.size() == 2);
  CHECK(equal(found[0].game, gamesOf(store)[0]));
  CHECK(equal(found[1].game, gamesOf(store)[1]));
}

TEST_CASE("a deleted game does not come back") {
  const TemporaryFolder folder;
  {
    Store store = Store::open(folder / "games.db");
    fill(store, 3, 80);
    store.remove(2);
  }
  const auto found = db::recover(folder / "games.db", {});
  REQUIRE(found.size() == 2);
  CHECK(found[0].game.summary.id == 1);
  CHECK(found[1].game.summary.id == 3);
}

TEST_CASE("whichever page is overwritten, what is recovered is what was played, and most of it is there") {
  const Sample sample;
  std::size_t recovered = 0, pages = sample.bytes.size() / kPage;
  for (std::size_t page = 0; page < pages; ++page) {
    std::string bytes = sample.bytes;
    bytes.replace(page * kPage, kPage, std::string(kPage, '\xaa'));
    overwrite(sample.file, bytes);
    for (const auto& found : db::recover(sample.file, {})) {
      const auto& original = sample.games[static_cast<std::size_t>(found.game.summary.id - 1)];
      REQUIRE(beginsAs(found.game, original));
      recovered += found.game.events.size();
    }
  }
  CHECK(recovered > pages * 4 * 60 * 7 / 10);
}

TEST_CASE("a file cut off anywhere gives what stands before the cut") {
  const Sample sample;
  for (std::size_t size = 0; size < sample.bytes.size(); size += 1777) {
    overwrite(sample.file, sample.bytes.substr(0, size));
    for (const auto& found : db::recover(sample.file, {}))
      REQUIRE(beginsAs(found.game, sample.games[static_cast<std::size_t>(found.game.summary.id - 1)]));
  }
}

TEST_CASE("with yesterday's backup a damaged file loses only what was played today on the damaged page") {
  const Sample sample;
  REQUIRE(db::backUpDaily(sample.file, "2026-11-24"));
  for (std::size_t page = 0; page < sample.bytes.size() / kPage; ++page) {
    std::string bytes = sample.bytes;
    bytes.replace(page * kPage, kPage, std::string(kPage, '\0'));
    overwrite(sample.file, bytes);
    const auto found = db::recover(sample.file, db::backupsOf(sample.file));
    REQUIRE(found.size() == sample.games.size());
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(equal(found[i].game, sample.games[i]));
  }
}

TEST_CASE("recovering never crashes on flipped bits, and what it writes is a whole store") {
  const Sample sample;
  std::mt19937 random(20);
  for (int turn = 0; turn < 60; ++turn) {
    std::string bytes = sample.bytes;
    for (int flips = 0; flips < 40; ++flips) bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
    overwrite(sample.file, bytes);
    const fs::path to = sample.folder / ("recovered-" + std::to_string(turn) + ".db");
    const auto found = db::recover(sample.file, {});
    db::writeRecovered(found, to);
    const Store store = Store::openReadOnly(to);
    CHECK(store.verify().whole());
    CHECK(store.list().size() == found.size());
  }
}

TEST_CASE("after one flipped bit a game is what was played, or the damage is named: never another game") {
  const Sample sample;
  std::mt19937 random(34);
  int named = 0, whole = 0;
  for (int turn = 0; turn < 400; ++turn) {
    std::string bytes = sample.bytes;
    bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
    overwrite(sample.file, bytes);
    for (const StoredGame& game : sample.games) {
      try {
        const auto loaded = Store::openReadOnly(sample.file).load(game.summary.id);
        REQUIRE((!loaded || equal(*loaded, game)));
        whole += loaded.has_value();
      } catch (const db::StoreError& error) {
        REQUIRE(std::string(error.what()).find("games.db") != std::string::npos);
        ++named;
      }
    }
    for (const auto& found : db::recover(sample.file, {})) {
      const auto original = std::find_if(sample.games.begin(), sample.games.end(), [&](const StoredGame& game) {
        return game.summary.started == found.game.summary.started;
      });
      if (!found.whole && original == sample.games.end()) continue;  // said to be damaged
      REQUIRE(original != sample.games.end());
      REQUIRE(std::equal(found.game.events.begin(), found.game.events.end(), original->events.begin(), same));
      if (found.whole) REQUIRE(equal(found.game, *original));
    }
  }
  CHECK(named > 100);
  CHECK(whole > 400);
}

TEST_CASE("recovering changes neither the damaged file nor one that is there already") {
  const Sample sample;
  overwrite(sample.file, sample.bytes.substr(0, sample.bytes.size() / 2));
  const std::string before = contentOf(sample.file);
  const auto found = db::recover(sample.file, {});
  CHECK_THROWS_AS(db::writeRecovered(found, sample.file), db::StoreError);
  db::writeRecovered(found, sample.folder / "new.db");
  CHECK(contentOf(sample.file) == before);
  CHECK_THROWS_AS(db::writeRecovered(found, sample.folder / "new.db"), db::StoreError);
  CHECK(storeErrorOf([&] { (void)db::recover(sample.folder / "none.db", {}); }).first == db::StoreError::Kind::Missing);
}

TEST_CASE("recovered games keep their numbers") {
  const Sample sample;
  auto found = db::recover(sample.file, {});
  found.erase(found.begin());
  db::writeRecovered(found, sample.folder / "new.db");
  const Store store = Store::openReadOnly(sample.folder / "new.db");
  CHECK_FALSE(store.load(1));
  CHECK(store.load(4)->events.size() == sample.games[3].events.size());
}

TEST_CASE("notes come along, and what was deleted is deleted still") {
  const TemporaryFolder folder;
  {
    Store store = Store::open(folder / "games.db");
    fill(store, 3, 4);
    store.note(1, "with Grandma");
    store.discard(2, "2026-11-22T09:00:00Z");
  }
  db::writeRecovered(db::recover(folder / "games.db", {}), folder / "new.db");
  const Store store = Store::openReadOnly(folder / "new.db");
  CHECK(store.load(1)->summary.notes == "with Grandma");
  CHECK(store.list().size() == 2);
  REQUIRE(store.deletedGames().size() == 1);
  CHECK(store.deletedGames().front().deleted == "2026-11-22T09:00:00Z");
}
