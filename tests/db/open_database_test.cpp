#include "db/open_database.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/db/store_samples.h"

using namespace octo;
using namespace octo::test;
using db::Store;
using db::StoreError;
using Kind = db::StoreError::Kind;
namespace fs = std::filesystem;

namespace {

/// A file with two games that was closed properly.
void makeStore(const fs::path& file) {
  Store store = Store::open(file);
  for (int game = 0; game < 2; ++game) {
    const auto id = store.begin(sampleHeader(), "2026-11-21T09:00:00Z");
    for (int n = 1; n <= 40; ++n) store.put(id, sampleEvent(n));
  }
}

void write(const fs::path& file, const std::string& text) { std::ofstream(file, std::ios::binary) << text; }

std::string contentsOf(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// Both ways to open complain the same way, name the file and leave it as it was.
void expectBoth(const fs::path& file, Kind expected) {
  const std::string before = contentsOf(file);
  for (const auto& open : {&Store::open, &Store::openReadOnly}) {
    const auto [kind, message] = storeErrorOf([&] { open(file); });
    CHECK(kind == expected);
    CHECK(message.find(file.string()) == 0);
    CHECK(message.find('\n') == std::string::npos);
  }
  CHECK(contentsOf(file) == before);
}

void execute(const fs::path& file, const std::string& sql) {
  SQLite::Database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
}

/// Runs `work` as a user whom file permissions bind (root is above them): the exit status it returns.
template <class Work>
int asOrdinaryUser(Work&& work) {
  constexpr uid_t kNobody = 65534;
  const pid_t child = fork();
  if (child == 0) {
    if (geteuid() == 0 && setuid(kNobody) != 0) _exit(99);
    _exit(work());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("opening makes the file and its folders") {
  const TemporaryFolder folder;
  const auto file = folder / "a/b/games.db";
  CHECK(Store::open(file).list().empty());
  CHECK(fs::exists(file));
}

TEST_CASE("reading makes nothing") {
  const TemporaryFolder folder;
  const auto file = folder / "none/games.db";
  CHECK(storeErrorOf([&] { Store::openReadOnly(file); }).first == Kind::Missing);
  CHECK_FALSE(fs::exists(file.parent_path()));
}

TEST_CASE("reading leaves the file as it was") {
  const TemporaryFolder folder;
  makeStore(folder / "games.db");
  const std::string before = contentsOf(folder / "games.db");
  CHECK(Store::openReadOnly(folder / "games.db").list().size() == 2);
  CHECK(contentsOf(folder / "games.db") == before);
}

TEST_CASE("a text file is no database") {
  const TemporaryFolder folder;
  write(folder / "games.db", "Dear diary, today we played Octagone and I lost again.\n");
  expectBoth(folder / "games.db", Kind::NotDatabase);
  write(folder / "short.db", "x");
  expectBoth(folder / "short.db", Kind::NotDatabase);
}

TEST_CASE("a folder is no database") {
  const TemporaryFolder folder;
  for (const auto& open : {&Store::open, &Store::openReadOnly})
    CHECK(storeErrorOf([&] { open(folder.path()); }).first == Kind::Directory);
}

TEST_CASE("a device is no database") {
  CHECK(storeErrorOf([&] { Store::open("/dev/null"); }).first == Kind::NotDatabase);
}

TEST_CASE("a database of another program is left alone") {
  const TemporaryFolder folder;
  execute(folder / "games.db", "CREATE TABLE recipes (name TEXT)");
  expectBoth(folder / "games.db", Kind::NotOurs);
}

TEST_CASE("an empty file holds no games yet, and is none of another program") {
  const TemporaryFolder folder;
  std::ofstream(folder / "games.db").close();
  CHECK(storeErrorOf([&] { Store::openReadOnly(folder / "games.db"); }).first == Kind::Missing);
  CHECK(Store::open(folder / "games.db").list().empty());
}

TEST_CASE("a database of a newer version is left alone") {
  const TemporaryFolder folder;
  makeStore(folder / "games.db");
  execute(folder / "games.db", "PRAGMA user_version = 4711");
  expectBoth(folder / "games.db", Kind::TooNew);
}

TEST_CASE("a database that is cut short is told from other files") {
  const TemporaryFolder folder;
  makeStore(folder / "games.db");
  const auto size = fs::file_size(folder / "games.db");
  for (const std::uintmax_t kept : {size - 1, size / 2, std::uintmax_t{4096}, std::uintmax_t{60}}) {
    fs::copy_file(folder / "games.db", folder / "cut.db", fs::copy_options::overwrite_existing);
    fs::resize_file(folder / "cut.db", kept);
    expectBoth(folder / "cut.db", Kind::Damaged);
  }
}

TEST_CASE("a database whose program died while it grew is as it was before, not cut short") {
  const TemporaryFolder folder;
  const fs::path live = folder / "live.db", left = folder / "games.db";
  makeStore(live);
  execute(live, "PRAGMA journal_mode = DELETE");
  SQLite::Database database(live.string(), SQLite::OPEN_READWRITE);
  database.exec("PRAGMA cache_size = 1; BEGIN; CREATE TABLE more (blob)");
  for (int i = 0; i < 40; ++i) database.exec("INSERT INTO more VALUES (zeroblob(4000))");
  fs::copy_file(live, left);
  fs::copy_file(live.string() + "-journal", left.string() + "-journal");
  database.exec("ROLLBACK");
  constexpr int kPageCountAt = 28;
  std::fstream(left, std::ios::in | std::ios::out | std::ios::binary).seekp(kPageCountAt).write("\0\1\0\0", 4);
  const fs::path read = folder / "read.db";
  fs::copy_file(left, read);
  fs::copy_file(left.string() + "-journal", read.string() + "-journal");
  CHECK(Store::openReadOnly(read).verify().whole());
  CHECK(Store::open(left).verify().whole());
}

TEST_CASE("a database with its middle overwritten is damaged, and reading it is an error, not a crash") {
  const TemporaryFolder folder;
  makeStore(folder / "games.db");
  std::string bytes = contentsOf(folder / "games.db");
  REQUIRE(bytes.size() > 3 * 4096);
  std::fill(bytes.begin() + 4096, bytes.end(), '\x5a');
  write(folder / "games.db", bytes);
  CHECK(storeErrorOf([&] { Store::open(folder / "games.db").list(); }).first == Kind::Damaged);
}

TEST_CASE("an empty file becomes a database") {
  const TemporaryFolder folder;
  write(folder / "games.db", "");
  CHECK(Store::open(folder / "games.db").list().empty());
}

TEST_CASE("a database that another program holds is locked") {
  const TemporaryFolder folder;
  makeStore(folder / "games.db");
  Store store = Store::open(folder / "games.db");
  SQLite::Database other((folder / "games.db").string(), SQLite::OPEN_READWRITE);
  other.exec("BEGIN IMMEDIATE");
  const auto [kind, message] = storeErrorOf([&] { store.begin(sampleHeader(), ""); });
  CHECK(kind == Kind::Locked);
  other.exec("ROLLBACK");
  CHECK_NOTHROW(store.begin(sampleHeader(), ""));
}

TEST_CASE("a read-only database is read but not opened for writing") {
  const TemporaryFolder folder;
  makeStore(folder / "games.db");
  chmod((folder / "games.db").c_str(), 0444);
  chmod(folder.path().c_str(), 0555);
  const int status = asOrdinaryUser([&] {
    if (Store::openReadOnly(folder / "games.db").list().size() != 2) return 1;
    return storeErrorOf([&] { Store::open(folder / "games.db"); }).first == Kind::ReadOnly ? 0 : 2;
  });
  chmod(folder.path().c_str(), 0755);
  CHECK(status == 0);
}

TEST_CASE("a folder that may not be written is named") {
  const TemporaryFolder folder;
  chmod(folder.path().c_str(), 0555);
  const int status = asOrdinaryUser(
      [&] { return storeErrorOf([&] { Store::open(folder / "sub/games.db"); }).first == Kind::Missing ? 0 : 1; });
  chmod(folder.path().c_str(), 0755);
  CHECK(status == 0);
}

TEST_CASE("a name with letters that mean something in a URI is a name") {
  const TemporaryFolder folder;
  const auto file = folder / "what? 100%#1 太郎.db";
  makeStore(file);
  chmod(folder.path().c_str(), 0555);
  const int status = asOrdinaryUser([&] { return Store::openReadOnly(file).list().size() == 2 ? 0 : 1; });
  chmod(folder.path().c_str(), 0755);
  CHECK(status == 0);
}
