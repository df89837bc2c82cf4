#pragma once

#include <SQLiteCpp/Exception.h>

#include <filesystem>
#include <utility>

#include "db/store.h"

namespace octo::db {

/// The file's name for messages.
std::string nameOf(const std::filesystem::path& file);

/// What SQLite complains of, in words that name the file and what was expected.
StoreError translated(const SQLite::Exception& error, const std::filesystem::path& file);

/// Runs `work`; what SQLite throws leaves as StoreError.
template <class Work>
decltype(auto) guarded(const std::filesystem::path& file, Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const SQLite::Exception& error) {
    throw translated(error, file);
  }
}

}  // namespace octo::db
