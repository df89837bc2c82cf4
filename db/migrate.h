#pragma once

#include <filesystem>
#include <span>

#include "db/embedded_sql.h"

namespace SQLite {
class Database;
}

namespace octo::db {

/// Which program a database file belongs to: "Octo" in its header.
inline constexpr int kApplicationId = 0x4f63746f;

/// Brings the database from its version to the last: each step and its number in one transaction, so that a
/// step that fails leaves the file as it was. A new file has version 0. Throws StoreError NotOurs for a
/// database with tables that are not ours, TooNew for a version above the last step's, and what SQLite throws
/// where a step fails. `file` is for messages.
void migrate(SQLite::Database& database, std::span<const EmbeddedSql> steps, const std::filesystem::path& file);

/// Throws StoreError unless the database is ours and of exactly the last version.
void expectCurrent(SQLite::Database& database, std::span<const EmbeddedSql> steps, const std::filesystem::path& file);

}  // namespace octo::db
