#include "db/store_error.h"

#include <sqlite3.h>

namespace octo::db {
namespace {

using Kind = StoreError::Kind;

/// The low byte of an extended result code is its class.
constexpr int kClass = 0xff;

std::pair<Kind, std::string> meaning(const SQLite::Exception& error) {
  switch (error.getErrorCode() & kClass) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return {Kind::Locked, "is in use by another program; close that and try again"};
    case SQLITE_READONLY:
      return {Kind::ReadOnly, "may not be written; a writable file and folder were expected"};
    case SQLITE_NOTADB:
      return {Kind::NotDatabase, "is no database; a database of Octoscope was expected"};
    case SQLITE_CORRUPT:
      return {Kind::Damaged, "is damaged (" + std::string(error.what()) +
                                 "); `octoscope history recover` saves what can still be read"};
    case SQLITE_FULL:
      return {Kind::Full, "could not be written: no room left on the disk"};
    case SQLITE_CANTOPEN:
      return {Kind::Missing, "cannot be opened; a readable file was expected"};
    default:
      return {Kind::Other, "could not be used (" + std::string(error.what()) + ")"};
  }
}

}  // namespace

std::string nameOf(const std::filesystem::path& file) { return file.empty() ? "games in memory" : file.string(); }

StoreError::StoreError(Kind kind, std::filesystem::path file, const std::string& wrong)
    : std::runtime_error(nameOf(file) + ": " + wrong), kind_(kind), file_(std::move(file)) {}

StoreError translated(const SQLite::Exception& error, const std::filesystem::path& file) {
  const auto [kind, text] = meaning(error);
  return StoreError(kind, file, text);
}

}  // namespace octo::db
