#pragma once

#include <filesystem>
#include <memory>

namespace SQLite {
class Database;
}

namespace octo::db {

/// For writing: makes the file and its folders if absent, brings an older file up to date, write-ahead log,
/// foreign keys, waits a little for other programs. Throws StoreError.
std::unique_ptr<SQLite::Database> openForWriting(const std::filesystem::path& file);

/// For reading: makes no file of ours and changes none, works on read-only disks. Throws StoreError.
std::unique_ptr<SQLite::Database> openForReading(const std::filesystem::path& file);

std::unique_ptr<SQLite::Database> openInMemory();

}  // namespace octo::db
