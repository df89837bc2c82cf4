#include "ui/library.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <fstream>
#include <iterator>

#include "db/backup.h"
#include "db/game_claim.h"
#include "tests/db/store_samples.h"
#include "tests/patience.h"
#include "tests/ui/played_games.h"
#include "tests/ui/read_trouble.h"

using namespace octo;
using namespace octo::test;
using namespace std::chrono_literals;

namespace {

/// The next value in a slot; nothing after a generous time.
template <class T>
std::shared_ptr<const T> next(ui::Mailbox<T>& slot) {
  const auto end = std::chrono::steady_clock::now() + 60s * patience();
  while (std::chrono::steady_clock::now() < end) {
    if (auto value = slot.take()) return value;
    std::this_thread::sleep_for(2ms);
  }
  return nullptr;
}

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

TEST_CASE("before the first game the library is empty and makes no file") {
  const TemporaryFolder folder;
  ui::Library library(folder / "games.db", [] {});
  library.list();
  const auto games = next(library.games);
  REQUIRE(games);
  CHECK(games->games.empty());
  CHECK_FALSE(ui::any(games->trouble));
  CHECK_FALSE(std::filesystem::exists(folder / "games.db"));
  library.open(7);
  const auto trouble = next(library.trouble());
  REQUIRE(trouble);
  CHECK(read(*trouble) == "That game is no longer there.");
}

TEST_CASE("a stored game is listed, opened, stepped through and saved as page, table and record") {
  const TemporaryFolder folder;
  const auto record = recordWithBreaches(octagoneHeader({"Ann", "太郎"}));
  const std::int64_t id = db::Store::open(folder / "games.db").add(storedGame(record));
  ui::Library library(folder / "games.db", [] {});
  library.list();
  const auto games = next(library.games);
  REQUIRE(games);
  REQUIRE(games->games.size() == 1);
  library.open(id);
  const auto opened = next(library.opened);
  REQUIRE(opened);
  CHECK(opened->played == static_cast<int>(record.events.size()));
  library.goTo(2);
  const auto earlier = next(library.opened);
  REQUIRE(earlier);
  CHECK(earlier->played == 2);
  for (const auto& [as, file, holds] : {std::tuple{ui::SaveStored::As::Page, "octagone-1.html", "<html"},
                                        {ui::SaveStored::As::Table, "octagone-1.csv", "Ann"},
                                        {ui::SaveStored::As::Record, "octagone-1.octo.jsonl", "\"octoscope\""}}) {
    library.save({as, {}, false});
    const auto done = next(library.done);
    REQUIRE(done);
    CHECK(done->filename() == file);
    CHECK(contents(folder / "exports" / file).find(holds) != std::string::npos);
  }
  library.save({ui::SaveStored::As::Page, {}, true});
  const auto withPhotographs = next(library.done);
  REQUIRE(withPhotographs);
  CHECK(withPhotographs->filename() == "octagone-1-photographs.html");  // not in the place of the page without
}

TEST_CASE("the games are copied once a day; that a damaged file is not is no trouble of the window's") {
  const TemporaryFolder folder;
  const auto copies = [&] { return db::backupsOf(folder / "games.db"); };
  (void)db::Store::open(folder / "games.db").add(storedGame(recordWithBreaches(octagoneHeader({"Ann", "Ben"}))));
  {
    ui::Library library(folder / "games.db", [] {});
    library.backUp();
    library.backUp();
    library.list();  // after it
    REQUIRE(next(library.games));
    CHECK_FALSE(library.trouble().take());
  }
  REQUIRE(copies().size() == 1);
  CHECK(db::Store::openReadOnly(copies().front()).list().size() == 1);
  std::filesystem::remove(copies().front());
  std::ofstream(folder / "games.db") << "no database, only words, and enough of them to look like a header of one";
  ui::Library library(folder / "games.db", [] {});
  library.backUp();
  library.list();
  REQUIRE(next(library.games));
  CHECK_FALSE(library.trouble().take());
  CHECK(copies().empty());
}

TEST_CASE("an opened game that somebody goes on with shows what came, unless an earlier step is looked at") {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  const auto record = playedRecord(octagoneHeader({"Ann", "Ben"}), 9);
  auto game = storedGame(record);
  const TrackedEvent last = game.events.back(), before = game.events[game.events.size() - 2];
  const int all = static_cast<int>(game.events.size());
  game.events.resize(game.events.size() - 2);
  game.summary.result.reset();
  db::Store playing = db::Store::open(file);
  const std::int64_t id = playing.add(game);
  const auto claim = db::GameClaim::take(file, id);
  ui::Library library(file, [] {});
  const auto played = [&] {
    const auto opened = next(library.opened);
    REQUIRE(opened);
    return opened->played;
  };
  library.open(id);
  CHECK(played() == all - 2);
  playing.put(id, before);
  library.lookOn();
  CHECK(played() == all - 1);
  library.goTo(1);
  CHECK(played() == 1);
  playing.put(id, last);
  library.lookOn();
  CHECK(played() == 1);
}

TEST_CASE("a game that is followed somewhere is listed as such") {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  auto game = storedGame(playedRecord(octagoneHeader({"Ann", "Ben"}), 9));
  game.summary.result.reset();
  const std::int64_t id = db::Store::open(file).add(game);
  ui::Library library(file, [] {});
  const auto followed = [&] {
    library.list();
    const auto games = next(library.games);
    REQUIRE(games);
    return games->followed.contains(id);
  };
  CHECK_FALSE(followed());
  const auto claim = db::GameClaim::take(file, id);
  CHECK(followed());
}

TEST_CASE("a database that is none is said, not thrown") {
  const TemporaryFolder folder;
  std::ofstream(folder / "games.db") << "no database, only words, and enough of them to look like a header of one";
  ui::Library library(folder / "games.db", [] {});
  library.list();
  const auto games = next(library.games);
  REQUIRE(games);
  CHECK(read(games->trouble).find("games.db") != std::string::npos);
}

TEST_CASE("a game is deleted, brought back, noted on and purged, and the list tells each time how things are") {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  const std::int64_t id = db::Store::open(file).add(storedGame(playedRecord(octagoneHeader({"Ann", "Ben"}), 9)));
  std::filesystem::create_directories(folder / "games.photos" / std::to_string(id));
  std::ofstream(folder / "games.photos" / std::to_string(id) / "0-1.jpg") << "picture";
  ui::Library library(file, [] {});
  const auto listed = [&] {
    const auto games = next(library.games);
    REQUIRE(games);
    return *games;
  };
  library.discard(id);
  const auto without = listed();
  CHECK(without.games.empty());
  CHECK(without.deleted.size() == 1);
  library.restore(id);
  CHECK(listed().games.size() == 1);
  library.note(id, "by the sea");
  CHECK(listed().games.front().notes == "by the sea");
  library.rename("Ann", "Anna");
  CHECK(listed().games.front().header.players.front() == "Anna");
  library.rename("Anna", "Ben");
  const auto trouble = next(library.trouble());
  REQUIRE(trouble);
  CHECK(read(*trouble).find("has that name") != std::string::npos);
  CHECK(listed().games.front().header.players.front() == "Anna");
  library.discard(id);
  CHECK(listed().deleted.size() == 1);
  CHECK(std::filesystem::exists(folder / "games.photos" / std::to_string(id)));
  library.purge();
  CHECK(listed().deleted.empty());
  CHECK_FALSE(std::filesystem::exists(folder / "games.photos" / std::to_string(id)));
}
