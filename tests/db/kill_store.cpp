// Kills a program with SIGKILL while it stores games and makes backups, again and again, and looks each time at what is
// left: every event that the store said is on disk must be there, every file must be whole, and the game must go on.
// Usage: kill_store KILLS [SEED]. Prints one JSON line; exit status 0 when nothing was lost.

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/core.h>
#include <chrono>
#include <fstream>
#include <random>
#include <thread>

#include "db/backup.h"
#include "tests/db/store_samples.h"

using namespace octo;
using namespace octo::test;
using db::Store;
namespace fs = std::filesystem;

namespace {

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

void lookAt(const fs::path& file, const Told& told, Losses& losses) {
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
    if (told.game == 0) return;
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

/// One life and death of the child; the last that it told.
Told liveAndDie(const fs::path& file, std::mt19937& random) {
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("no pipe");
  const auto seed = static_cast<unsigned>(random());
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no child");
  if (child == 0) {
    close(ends[0]);
    playOn(file, ends[1], seed);
  }
  close(ends[1]);
  const std::chrono::microseconds life(random() % 60000);
  std::this_thread::sleep_for(life);
  kill(child, SIGKILL);
  Told told, last;
  while (read(ends[0], &told, sizeof told) == sizeof told) last = told;
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFSIGNALED(status))
    throw std::runtime_error("the child ended by itself, with status " + std::to_string(WEXITSTATUS(status)));
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
  const fs::path file = folder / "games.db";
  Losses losses;
  for (int i = 0; i < kills; ++i) {
    lookAt(file, liveAndDie(file, random), losses);
    if (i % 10 == 9) lookAtBackups(file, losses);
  }
  const auto games = Store::openReadOnly(file).list();
  fmt::print("{{\"kills\":{},\"games\":{},\"lost\":{},\"broken\":{}}}\n", kills, games.size(), losses.lost,
             losses.broken);
  return losses.lost + losses.broken ? 1 : 0;
}
