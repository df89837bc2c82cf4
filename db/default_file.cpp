#include <cstdlib>

#include "db/store.h"

namespace octo::db {
namespace {

/// A folder named by the environment; nothing unless absolute, as the XDG base directory specification asks.
std::filesystem::path folderFrom(const char* variable) {
  const char* value = std::getenv(variable);
  const std::filesystem::path folder = value ? value : "";
  return folder.is_absolute() ? folder : std::filesystem::path();
}

}  // namespace

std::filesystem::path defaultFile() {
  const auto name = std::filesystem::path("octoscope") / "games.db";
  if (const auto data = folderFrom("XDG_DATA_HOME"); !data.empty()) return data / name;
  if (const auto home = folderFrom("HOME"); !home.empty()) return home / ".local" / "share" / name;
  throw StoreError(StoreError::Kind::Missing, "games.db", "neither XDG_DATA_HOME nor HOME names a folder for it");
}

}  // namespace octo::db
