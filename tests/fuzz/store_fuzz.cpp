// libFuzzer: any bytes as a whole file of games: a StoreError, or games, and what can be saved of them; nothing else.
// Seeds: tests/fuzz/corpus/store.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

#include "db/recover.h"
#include "db/store.h"

namespace {

using octo::db::Store;

template <class Work>
void attempt(Work&& work) {
  try {
    work();
  } catch (const octo::db::StoreError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const std::string file = "/dev/shm/octo-store-fuzz-" + std::to_string(getpid()) + ".db";
  for (const char* suffix : {"-wal", "-shm", "-journal"}) ::unlink((file + suffix).c_str());
  std::ofstream(file, std::ios::binary | std::ios::trunc)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  attempt([] { (void)octo::db::recover(file, {}); });
  attempt([] {
    const Store store = Store::openReadOnly(file);
    attempt([&] { (void)store.verify(); });
    for (const auto& game : store.list()) attempt([&] { (void)store.load(game.id); });
  });
  attempt([] {
    Store store = Store::open(file);
    for (const auto& game : store.running()) attempt([&] { store.note(game.id, "fuzz"); });
  });
  ::unlink(file.c_str());
  return 0;
}
