// Kills a program with SIGKILL again and again, while it stores games, while it brings a file of an older version up to
// date, and while it makes a backup, in turn, and looks each time at what is left: every event that the store said is
// on disk must be there, every file must be whole, and the game must go on. Usage: kill_store KILLS [SEED]. Prints one
// JSON line; exit status 0 when nothing was lost.

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <SQLiteCpp/SQLiteCpp.h>
#include <fmt/core.h>

#include <chrono>
#include <fstream>
#include <random>
#include <thread>

#include "db/backup.h"
#include "db/embedded_sql.h"
#include "db/json_forms.h"
#include "db/migrate.h"
#include "tests/db/store_samples.h"

using namespace octo;
using namespace octo::test;
using db::Store;
namespace fs = std::filesystem;

namespace {

/// Microseconds within which the child dies: some games and backups, and about twice what bringing a file up to date
/// takes. Longer where the machine is slower.
constexpr int kLifeLasts = 60000, kMigrationLasts = 40000, kSlowest = 64;

/// What the child says is on disk, as it happens.
struct Told {
  std::int64_t game = 0;
  int events = 0;
  int finished = 0;
};

void tell(int to, const Told& told) {
  if (write(to, &told, sizeof told) != sizeof told) _exit(3);
}

/// The child: goes on with the running game or begins one, ends it after 60 events, and makes a backup now and then.
[[noreturn]] void playOn(const fs::path& file, int to, unsigned seed) {
  std::mt19937 random(seed);
  Store store = Store::open(file);
  for (;;) {
    const auto running = store.running();
    const auto id = running.empty() ? store.begin(sampleHeader(), "2026-11-21T09:00:00Z") : running.front().id;
    int events = static_cast<int>(store.load(id)->events.size());
    tell(to, {id, events, 0});
    while (events < 60) {
      store.put(id, sampleEvent(++events, random() % 9 != 0));
      tell(to, {id, events, 0});
      if (random() % 12 == 0)
        (void)db::backUp(file, db::dailyCopy(file, "2026-11-" + std::to_string(10 + random() % 20)));
    }
    store.finish(id, sampleResult(), "2026-11-21T10:00:00Z");
    tell(to, {id, events, 1});
  }
}

struct Losses {
  int lost = 0;
  int broken = 0;
};

/// `anyGame`: one was stored, by this child or an earlier one.
void lookAt(const fs::path& file, const Told& told, bool anyGame, Losses& losses) {
  try {
    const Store store = Store::openReadOnly(file);
    if (!store.verify().whole()) ++losses.broken;
    if (told.game) {
      const auto game = store.load(told.game);
      const bool kept = game && static_cast<int>(game->events.size()) >= told.events &&
                        (!told.finished || game->summary.result == sampleResult());
      losses.lost += !kept;
    }
  } catch (const db::StoreError& error) {
    // Killed before the very first game was stored: there is no file yet, or an empty one.
    if (!anyGame) return;
    ++losses.broken;
    fmt::print(stderr, "{}\n", error.what());
  }
}

void lookAtBackups(const fs::path& file, Losses& losses) {
  for (const fs::path& backup : db::backupsOf(file)) {
    try {
      losses.broken += !Store::openReadOnly(backup).verify().whole();
    } catch (const db::StoreError& error) {
      ++losses.broken;
      fmt::print(stderr, "{}\n", error.what());
    }
  }
}

constexpr int kOldGames = 30, kOldEvents = 40;

/// A file of an older version with games in it.
void writeOld(const fs::path& file, std::size_t version) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) fs::remove(file.string() + suffix);
  SQLite::Database old(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  db::migrate(old, db::schemaSteps().first(version), file);
  SQLite::Transaction transaction(old);
  SQLite::Statement game(old, "INSERT INTO game (header, started) VALUES (?1, '2026-11-20T10:00:00Z')");
  SQLite::Statement event(old,
                          "INSERT INTO event (game, n, event, verdict, legal, time, frame, confidence, inferred)"
                          " VALUES (?1, ?2, ?3, ?4, 1, ?2 * 1.5, ?2, 1, 0)");
  for (int id = 1; id <= kOldGames; ++id) {
    game.bind(1, db::headerText(sampleHeader()));
    game.exec();
    game.reset();
    for (int n = 1; n <= kOldEvents; ++n) {
      event.bind(1, id);
      event.bind(2, n);
      event.bind(3, db::eventText(sampleEvent(n).event));
      event.bind(4, db::verdictText(sampleEvent(n).verdict));
      event.exec();
      event.reset();
    }
  }
  transaction.commit();
}

/// After a death while it was brought up to date it is of the one version or the other, and whole.
void lookAtMigrated(const fs::path& file, Losses& losses) {
  try {
    const Store store = Store::openCurrent(file);
    if (!store.verify().whole()) ++losses.broken;
    int events = 0;
    for (const auto& game : store.list()) events += static_cast<int>(store.load(game.id)->events.size());
    losses.lost += events != kOldGames * kOldEvents;
  } catch (const db::StoreError& error) {
    ++losses.broken;
    fmt::print(stderr, "{}\n", error.what());
  }
}

/// The child: opens the file as the program does, and lives on.
[[noreturn]] void migrateAndWait(const fs::path& file) {
  const Store store = Store::open(file);
  for (;;) pause();
}

/// The child: makes one backup after the other.
[[noreturn]] void backUpForever(const fs::path& file, unsigned seed) {
  std::mt19937 random(seed);
  for (;;) (void)db::backUp(file, db::dailyCopy(file, "2026-11-" + std::to_string(10 + random() % 20)));
}

/// One life and death of the child, which does `live` with the pipe's end to tell by; the last that it told.
template <class Live>
Told liveAndDie(std::mt19937& random, int mostMicroseconds, Live&& live) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no child");
  if (child == 0) {
    close(ends[0]);
    live(ends[1]);
    _exit(4);
  }
  close(ends[1]);
  const std::chrono::microseconds life(random() % static_cast<unsigned>(mostMicroseconds));
  std::this_thread::sleep_for(life);
  kill(child, SIGKILL);
  Told told, last;
  while (read(ends[0], &told, sizeof told) == sizeof told) last = told;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  // A child that found something wrong aborts; that is a death, too, but not ours.
  if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
    throw std::runtime_error("the child ended by itself, with " +
                             (WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status))
                                                  : "status " + std::to_string(WEXITSTATUS(status))));
  return last;
}

}  // namespace

int main(int argc, char** argv) {
  const int kills = argc > 1 ? std::atoi(argv[1]) : 0;
  if (kills < 1) {
    fmt::print(stderr, "kill_store KILLS [SEED]\n");
    return 2;
  }
  std::mt19937 random(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1);
  const TemporaryFolder folder;
  const fs::path file = folder / "games.db", old = folder / "old.db";
  Losses losses;
  int migrations = 0, backups = 0, slower = 1;
  bool anyGame = false;
  for (int i = 0; i < kills; ++i) {
    const auto seed = static_cast<unsigned>(random());
    if (i % 3 == 1) {
      writeOld(old, 1 + seed % (db::schemaSteps().size() - 1));
      liveAndDie(random, slower * kMigrationLasts, [&](int) { migrateAndWait(old); });
      lookAtMigrated(old, losses);
      ++migrations;
    } else if (i % 3 == 2 && anyGame) {
      liveAndDie(random, slower * kLifeLasts, [&](int) { backUpForever(file, seed); });
      lookAtBackups(file, losses);
      ++backups;
    } else {
      const Told told = liveAndDie(random, slower * kLifeLasts, [&](int to) { playOn(file, to, seed); });
      anyGame |= told.game != 0;
      if (!anyGame && slower < kSlowest) slower *= 2;
      lookAt(file, told, anyGame, losses);
    }
  }
  if (!anyGame) {
    fmt::print(stderr, "no child lived long enough to store a game\n");
    return 1;
  }
  lookAtBackups(file, losses);
  const auto games = Store::openReadOnly(file).list();
  fmt::print("{{\"kills\":{},\"migrations\":{},\"backups\":{},\"games\":{},\"lost\":{},\"broken\":{}}}\n", kills,
             migrations, backups, games.size(), losses.lost, losses.broken);
  return losses.lost + losses.broken ? 1 : 0;
}
