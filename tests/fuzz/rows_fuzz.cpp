// libFuzzer: any texts in the columns of a game's rows in a sound file: a StoreError that names them, or a game, which
// is the same once stored and loaded again. One text a line: header, started, ended, result, notes, and then for each
// event its text, its verdict and its earlier forms. Seeds: tests/fuzz/corpus/rows.
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "db/row_sum.h"
#include "db/store.h"
#include "tests/fuzz/require.h"

namespace {

using octo::db::Store;

constexpr int kMostEvents = 40;

std::vector<std::string> linesOf(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Of the file as it is on disk, whatever the schema's checks would say.
void write(SQLite::Database& database, const std::vector<std::string>& lines) {
  const auto line = [&](std::size_t i) { return i < lines.size() ? lines[i] : std::string(); };
  database.exec("DELETE FROM event");
  database.exec("DELETE FROM game");
  SQLite::Statement game(database,
                         "INSERT INTO game (id, header, started, ended, result, notes)"
                         " VALUES (1, ?1, ?2, NULLIF(?3, ''), NULLIF(?4, ''), ?5)");
  for (int i = 0; i < 5; ++i) game.bind(i + 1, line(static_cast<std::size_t>(i)));
  game.exec();
  for (int n = 1; n <= kMostEvents && lines.size() >= static_cast<std::size_t>(5 + 3 * n); ++n) {
    SQLite::Statement event(database,
                            "INSERT INTO event (game, n, event, verdict, legal, time, frame, confidence, inferred, was)"
                            " VALUES (1, ?1, ?2, ?3, 1, 0, 0, 1, 0, ?4)");
    const auto at = static_cast<std::size_t>(2 + 3 * n);
    event.bind(1, n);
    event.bind(2, line(at));
    event.bind(3, line(at + 1));
    event.bind(4, line(at + 2));
    event.exec();
  }
  database.exec(
      "UPDATE event SET sum = octo_sum(game, n, event, verdict, legal, time, frame, confidence, inferred, was);"
      "UPDATE game SET events = (SELECT COUNT(*) FROM event);"
      "UPDATE game SET sum = octo_sum(id, header, started, ended, result, notes, deleted, events)");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string file = "/dev/shm/octo-rows-fuzz-" + std::to_string(getpid()) + ".db";
  static Store* const store = new Store(Store::open(file));
  static auto* const database = [] {
    auto* opened = new SQLite::Database(file, SQLite::OPEN_READWRITE);
    octo::db::addSumFunction(*opened);
    std::atexit([] {
      for (const char* suffix : {"", "-wal", "-shm"}) ::unlink((file + suffix).c_str());
    });
    opened->exec("PRAGMA ignore_check_constraints = ON; PRAGMA synchronous = OFF");
    return opened;
  }();
  write(*database, linesOf(std::string(reinterpret_cast<const char*>(data), size)));
  (void)store->verify();
  std::optional<octo::db::StoredGame> loaded;
  try {
    (void)store->list();
    loaded = store->load(1);
  } catch (const octo::db::StoreError&) {
    return 0;
  }
  require(loaded.has_value(), "a game that was stored is not there");
  Store copy = Store::inMemory();
  const auto id = copy.add(*loaded);
  const auto again = copy.load(id);
  require(again && again->summary.header.toJson() == loaded->summary.header.toJson(), "another header once stored");
  require(again->summary.result == loaded->summary.result, "another result once stored");
  require(again->events.size() == loaded->events.size(), "more or fewer events once stored");
  for (std::size_t i = 0; i < again->events.size(); ++i)
    require(again->events[i].event.toJson() == loaded->events[i].event.toJson(), "another event once stored");
  return 0;
}
