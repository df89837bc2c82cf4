// libFuzzer: any bytes as a zip file with an edition, as people send them to each other: refused with a reason and
// nothing left of it, or unpacked within its folder and read. Seeds: tests/fuzz/corpus/archive.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/fuzz/require.h"
#include "ui/edition_archive.h"
#include "vision/edition/taught_edition.h"

namespace {

namespace fs = std::filesystem;

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const fs::path base = "/dev/shm/octo-archive-fuzz-" + std::to_string(getpid());
  static const fs::path zip = base / "edition.zip", folder = base / "edition";
  fs::remove_all(base);
  fs::create_directories(base);
  std::ofstream(zip, std::ios::binary | std::ios::trunc)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try {
    octo::ui::unpackEdition(zip, folder);
    (void)octo::vision::TaughtEdition(folder);
    fs::remove_all(folder);
  } catch (const octo::vision::EditionError&) {
    fs::remove_all(folder);
  }
  require(std::distance(fs::directory_iterator(base), fs::directory_iterator()) == 1,
          "something lies outside the folder");
  fs::remove_all(base);
  return 0;
}
