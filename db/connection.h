#pragma once

#include <SQLiteCpp/Database.h>

#include <filesystem>
#include <memory>

#include "db/store.h"

namespace octo::db {

/// The open database behind a store, and the file's name for messages.
class Store::Connection {
 public:
  Connection(std::unique_ptr<SQLite::Database> open, std::filesystem::path path)
      : database(std::move(open)), file(std::move(path)) {}

  std::unique_ptr<SQLite::Database> database;
  std::filesystem::path file;
};

}  // namespace octo::db
