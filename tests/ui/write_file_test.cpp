#include "ui/history/write_file.h"

#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/db/store_samples.h"
#include "ui/cli/run.h"

using namespace octo;
using octo::test::TemporaryFolder;
namespace fs = std::filesystem;

namespace {

std::string contentsOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

auto entries(const TemporaryFolder& folder) { return std::distance(fs::directory_iterator(folder.path()), {}); }

}  // namespace

TEST_CASE("a file is written whole and nothing else is left") {
  const TemporaryFolder folder;
  ui::writeFile(folder / "a.txt", "one");
  ui::writeFile(folder / "a.txt", "two");
  CHECK(contentsOf(folder / "a.txt") == "two");
  CHECK(entries(folder) == 1);
  struct stat info {};
  REQUIRE(stat((folder / "a.txt").c_str(), &info) == 0);
  CHECK((info.st_mode & 0400) != 0);
  CHECK((info.st_mode & 0111) == 0);
}

TEST_CASE("what cannot be written is named and nothing is left") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(ui::writeFile(folder / "none/a.txt", "x"), Catch::Contains("none/a.txt"));
  CHECK_THROWS_AS(ui::writeFile(folder.path(), "x"), ui::BadInput);
  CHECK(entries(folder) == 0);
}

TEST_CASE("a link is written through, not replaced") {
  const TemporaryFolder folder;
  ui::writeFile(folder / "real.txt", "old");
  fs::create_symlink(folder / "real.txt", folder / "link.txt");
  ui::writeFile(folder / "link.txt", "new");
  CHECK(fs::is_symlink(folder / "link.txt"));
  CHECK(contentsOf(folder / "real.txt") == "new");
}

TEST_CASE("a device is written directly, and a full one is an error") {
  CHECK_NOTHROW(ui::writeFile("/dev/null", "x"));
  CHECK_THROWS_AS(ui::writeFile("/dev/full", "x"), ui::BadInput);
}
