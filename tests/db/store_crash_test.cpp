#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include "tests/db/store_samples.h"

using namespace octo;
using namespace octo::test;
using db::Store;

namespace {

/// The child: plays a game without end and tells each event that the store said is on disk.
[[noreturn]] void playForever(const std::filesystem::path& file, int tell) {
  Store store = Store::open(file);
  const auto id = store.begin(sampleHeader(), "2026-11-21T09:00:00Z");
  for (int n = 1;; ++n) {
    store.put(id, sampleEvent(n));
    const char byte = 1;
    if (write(tell, &byte, 1) != 1) _exit(1);
  }
}

/// Kills the child with SIGKILL once it has told of `events` events; the number it had told of until its
/// death.
int killAfter(int events, pid_t child, int listen) {
  int told = 0;
  char byte = 0;
  while (told < events && read(listen, &byte, 1) == 1) ++told;
  kill(child, SIGKILL);
  while (read(listen, &byte, 1) == 1) ++told;
  return told;
}

}  // namespace

TEST_CASE("a game cut off by kill -9 is there up to its last event and can be continued") {
  const TemporaryFolder folder;
  const auto file = folder / "games.db";
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const pid_t child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    close(ends[0]);
    playForever(file, ends[1]);
  }
  close(ends[1]);
  const int told = killAfter(23, child, ends[0]);
  close(ends[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFSIGNALED(status));
  REQUIRE(told >= 23);

  CHECK(Store::openReadOnly(file).verify().whole());
  Store store = Store::open(file);
  const auto running = store.running();
  REQUIRE(running.size() == 1);
  const auto game = store.load(running.front().id);
  const int kept = static_cast<int>(game->events.size());
  CHECK(kept >= told);      // what was said to be on disk is there
  CHECK(kept <= told + 1);  // at most the one that it could not tell of any more
  for (int n = 1; n <= kept; ++n) CHECK(game->events[static_cast<std::size_t>(n - 1)].n == n);

  store.put(running.front().id, sampleEvent(kept + 1));
  store.finish(running.front().id, sampleResult(), "2026-11-21T10:00:00Z");
  CHECK(store.running().empty());
  CHECK(store.verify().whole());
}
