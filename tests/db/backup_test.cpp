#include "db/backup.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/db/store_samples.h"

using namespace octo;
using namespace octo::test;
using db::Store;
using Kind = db::StoreError::Kind;

namespace {

namespace fs = std::filesystem;

std::int64_t addGame(Store& store, int events) {
  const auto id = store.begin(sampleHeader(), "2026-11-21T09:00:00Z");
  for (int n = 1; n <= events; ++n) store.put(id, sampleEvent(n));
  return id;
}

}  // namespace

TEST_CASE("a backup has every event that was stored, while the game goes on") {
  const TemporaryFolder folder;
  Store store = Store::open(folder / "games.db");
  const auto id = addGame(store, 5);
  db::backUp(folder / "games.db", folder / "copy.db");
  store.put(id, sampleEvent(6));
  const Store copy = Store::openReadOnly(folder / "copy.db");
  CHECK(copy.verify().whole());
  CHECK(copy.load(id)->events.size() == 5);
  CHECK(store.load(id)->events.size() == 6);
  CHECK_FALSE(fs::exists((folder / "copy.db").string() + "-wal"));
}

TEST_CASE("one copy a day, the oldest go") {
  const TemporaryFolder folder;
  const fs::path file = folder / "games.db";
  CHECK_FALSE(db::backUpDaily(file, "2026-11-01"));  // nothing was stored yet
  {
    Store store = Store::open(file);
    addGame(store, 2);
  }
  for (int day = 1; day <= 9; ++day) {
    const std::string date = "2026-11-0" + std::to_string(day);
    CHECK(db::backUpDaily(file, date, 3));
    CHECK_FALSE(db::backUpDaily(file, date, 3));
  }
  const auto kept = db::backupsOf(file);
  REQUIRE(kept.size() == 3);
  CHECK(kept.front().filename() == "games-2026-11-07.db");
  CHECK(kept.back().filename() == "games-2026-11-09.db");
}

TEST_CASE("a damaged file replaces no good copy") {
  const TemporaryFolder folder;
  const fs::path file = folder / "games.db";
  {
    Store store = Store::open(file);
    addGame(store, 200);
  }
  REQUIRE(db::backUpDaily(file, "2026-11-01", 1));
  std::fstream damage(file, std::ios::in | std::ios::out | std::ios::binary);
  damage.seekp(5 * 4096);
  damage << std::string(4096, '\xaa');
  damage.close();
  CHECK(storeErrorOf([&] { (void)db::backUpDaily(file, "2026-11-02", 1); }).first == Kind::Damaged);
  REQUIRE(db::backupsOf(file).size() == 1);
  CHECK(Store::openReadOnly(db::backupsOf(file).front()).verify().whole());
}

TEST_CASE("what a killed program left of a copy goes, what a living one writes stays") {
  const TemporaryFolder folder;
  const fs::path file = folder / "games.db";
  {
    Store store = Store::open(file);
    addGame(store, 1);
  }
  const fs::path backups = folder / "backups";
  fs::create_directories(backups);
  const fs::path abandoned = backups / "games-2026-11-01.db.new-999999999";
  const fs::path living = backups / ("games-2026-11-01.db.new-" + std::to_string(getppid()));
  std::ofstream(abandoned) << "half";
  std::ofstream(living) << "half";
  REQUIRE(db::backUpDaily(file, "2026-11-02"));
  CHECK_FALSE(fs::exists(abandoned));
  CHECK(fs::exists(living));
  CHECK(db::backupsOf(file).size() == 1);
}
