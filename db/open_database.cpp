#include "db/open_database.h"

#include <SQLiteCpp/Database.h>
#include <sqlite3.h>

#include <array>
#include <cstring>
#include <fstream>
#include <string>

#include "db/migrate.h"
#include "db/row_sum.h"
#include "db/store_error.h"

namespace octo::db {
namespace {

namespace fs = std::filesystem;
using Kind = StoreError::Kind;

/// Milliseconds. Our own transactions last a few; whoever holds the file longer than this has it for itself.
constexpr int kBusyTimeout = 2000;

/// Of SQLite's file format: the first 16 bytes, and where page size and page count stand (big endian).
constexpr char kMagic[] = "SQLite format 3";
constexpr std::size_t kHeaderBytes = 100;
constexpr std::size_t kPageSizeAt = 16;
constexpr std::size_t kPageCountAt = 28;

fs::path beside(const fs::path& file, const char* suffix) { return file.string() + suffix; }

std::uint64_t bigEndian(const std::array<unsigned char, kHeaderBytes>& header, std::size_t at, std::size_t bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i) value = value << 8 | header[at + i];
  return value;
}

std::uint64_t promisedBytes(const std::array<unsigned char, kHeaderBytes>& header) {
  const std::uint64_t pageSize = bigEndian(header, kPageSizeAt, 2);
  return bigEndian(header, kPageCountAt, 4) * (pageSize == 1 ? 65536 : pageSize);
}

/// Looks at an existing file before SQLite does: what is no database is never written to, and a short one is
/// named.
void inspect(const fs::path& file) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored))
    throw StoreError(Kind::Directory, file, "is a folder; a database file was expected");
  if (!fs::is_regular_file(file, ignored))
    throw StoreError(Kind::NotDatabase, file, "is no ordinary file; a database file was expected");
  std::ifstream in(file, std::ios::binary);
  if (!in) throw StoreError(Kind::Missing, file, std::string(std::strerror(errno)) + "; a readable file was expected");
  std::array<unsigned char, kHeaderBytes> header{};
  in.read(reinterpret_cast<char*>(header.data()), static_cast<std::streamsize>(header.size()));
  const auto read = static_cast<std::size_t>(in.gcount());
  if (read == 0) return;
  const std::size_t compared = std::min(read, sizeof kMagic);
  if (std::memcmp(header.data(), kMagic, compared) != 0)
    throw StoreError(Kind::NotDatabase, file, "is no database; a database of Octoscope was expected");
  const std::uint64_t size = fs::file_size(file);
  const std::uint64_t promised = read < kHeaderBytes ? kHeaderBytes : promisedBytes(header);
  // A program that died left its log beside it: the newest pages may still be there, or the former ones come back.
  if (size < promised && !fs::exists(beside(file, "-wal"), ignored) && !fs::exists(beside(file, "-journal"), ignored))
    throw StoreError(Kind::Damaged, file,
                     "is cut short: " + std::to_string(size) + " bytes where " + std::to_string(promised) +
                         " were expected; `octoscope history recover` saves what can still be read");
}

void makeFolder(const fs::path& file) {
  const fs::path folder = file.parent_path();
  std::error_code error;
  if (!folder.empty() && !fs::exists(folder, error)) fs::create_directories(folder, error);
  if (error) throw StoreError(Kind::Missing, file, "its folder cannot be made: " + error.message());
}

std::unique_ptr<SQLite::Database> connect(const std::string& name, int flags) {
  auto database = std::make_unique<SQLite::Database>(name, flags, kBusyTimeout);
  database->exec("PRAGMA foreign_keys = ON");
  addSumFunction(*database);
  return database;
}

void expectWritable(SQLite::Database& database, const fs::path& file) {
  if (sqlite3_db_readonly(database.getHandle(), "main") == 1)
    throw StoreError(Kind::ReadOnly, file, "may not be written; a writable file was expected");
}

/// A path as SQLite's `file:` URI, which alone can say that nobody writes.
std::string immutableUri(const fs::path& file) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string uri = "file:";
  for (const char letter : file.string()) {
    const auto byte = static_cast<unsigned char>(letter);
    const bool plain = std::isalnum(byte) || std::strchr("/._-~", letter);
    if (plain && letter)
      uri += letter;
    else
      (uri += '%') += {kHex[byte >> 4], kHex[byte & 15]};
  }
  return uri + "?immutable=1";
}

/// Read once, so that what is wrong with it shows here.
std::unique_ptr<SQLite::Database> connectAndRead(const fs::path& file, int flags) {
  auto database = connect(file.string(), flags);
  database->execAndGet("SELECT COUNT(*) FROM sqlite_schema");
  return database;
}

std::unique_ptr<SQLite::Database> connectForReading(const fs::path& file) {
  try {
    return connectAndRead(file, SQLite::OPEN_READONLY);
  } catch (const SQLite::Exception&) {
    if (std::error_code ignored; fs::exists(beside(file, "-journal"), ignored)) {
      // A program died while it wrote: what it had begun is taken back first, which takes writing.
      (void)connectAndRead(file, SQLite::OPEN_READWRITE);
      return connectAndRead(file, SQLite::OPEN_READONLY);
    }
    // On a read-only disk there is no room for the log's index; where there is no log none is needed.
    std::error_code ignored;
    if (fs::exists(beside(file, "-wal"), ignored)) throw;
    return connect(immutableUri(file), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
  }
}

}  // namespace

std::unique_ptr<SQLite::Database> openForWriting(const fs::path& file) {
  makeFolder(file);
  if (std::error_code ignored; fs::exists(file, ignored)) inspect(file);
  return guarded(file, [&] {
    auto database = connect(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    expectWritable(*database, file);
    migrate(*database, schemaSteps(), file);
    database->exec("PRAGMA journal_mode = WAL");
    database->exec("PRAGMA synchronous = FULL");
    return database;
  });
}

std::unique_ptr<SQLite::Database> openForReading(const fs::path& file) {
  if (std::error_code ignored; !fs::exists(file, ignored))
    throw StoreError(Kind::Missing, file, "no such file; a database of Octoscope was expected");
  inspect(file);
  return guarded(file, [&] {
    auto database = connectForReading(file);
    expectCurrent(*database, schemaSteps(), file);
    return database;
  });
}

std::unique_ptr<SQLite::Database> openInMemory() {
  return guarded({}, [] {
    auto database = connect(":memory:", SQLite::OPEN_READWRITE);
    migrate(*database, schemaSteps(), {});
    return database;
  });
}

}  // namespace octo::db
