#include "db/migrate.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <string>

#include "db/store_error.h"

namespace octo::db {
namespace {

using Kind = StoreError::Kind;

int number(SQLite::Database& database, const std::string& query) { return database.execAndGet(query).getInt(); }

int versionOf(SQLite::Database& database) { return number(database, "PRAGMA user_version"); }

bool isEmpty(SQLite::Database& database) {
  return number(database, "PRAGMA application_id") == 0 && versionOf(database) == 0 &&
         number(database, "SELECT COUNT(*) FROM sqlite_schema") == 0;
}

void expectOurs(SQLite::Database& database, const std::filesystem::path& file) {
  if (number(database, "PRAGMA application_id") != kApplicationId)
    throw StoreError(Kind::NotOurs, file, "is a database of another program; one of Octoscope was expected");
}

void expectKnown(int version, std::size_t last, const std::filesystem::path& file) {
  const std::string known = std::to_string(last);
  if (version > static_cast<int>(last))
    throw StoreError(Kind::TooNew, file,
                     "is of version " + std::to_string(version) + ", from a newer Octoscope; at most version " + known +
                         " was expected");
  if (version < 0)
    throw StoreError(Kind::Damaged, file,
                     "has version " + std::to_string(version) + "; a version from 1 to " + known + " was expected");
}

}  // namespace

void migrate(SQLite::Database& database, std::span<const EmbeddedSql> steps, const std::filesystem::path& file) {
  const auto outdated = [&] {
    if (!isEmpty(database)) expectOurs(database, file);
    const int version = versionOf(database);
    expectKnown(version, steps.size(), file);
    return version < static_cast<int>(steps.size());
  };
  if (!outdated()) return;
  // Looked at once more with the write lock held: two programs may find the same old file at the same time.
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  if (!outdated()) return;
  for (auto version = static_cast<std::size_t>(versionOf(database)); version < steps.size(); ++version)
    database.exec(std::string(steps[version].text));
  database.exec("PRAGMA application_id = " + std::to_string(kApplicationId));
  database.exec("PRAGMA user_version = " + std::to_string(steps.size()));
  transaction.commit();
}

void expectCurrent(SQLite::Database& database, std::span<const EmbeddedSql> steps, const std::filesystem::path& file) {
  // As a program leaves it that was killed before its first game was stored.
  if (isEmpty(database)) throw StoreError(Kind::Missing, file, "is empty; a database of Octoscope was expected");
  expectOurs(database, file);
  const int version = versionOf(database);
  expectKnown(version, steps.size(), file);
  if (version < static_cast<int>(steps.size()))
    throw StoreError(Kind::TooOld, file,
                     "is of version " + std::to_string(version) + "; open it once for writing to bring it to version " +
                         std::to_string(steps.size()));
}

}  // namespace octo::db
