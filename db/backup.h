#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace octo::db {

/// A copy of the games at one moment, whole even while a game is being written (SQLite's backup API); it replaces `to`
/// only once it is complete and on disk. Throws StoreError; where the games' own file is damaged, too, so that no good
/// copy is replaced by a bad one.
void backUp(const std::filesystem::path& file, const std::filesystem::path& to);

/// The dated copies of a file of games, oldest first: `backups/NAME-YYYY-MM-DD.db` beside it.
std::vector<std::filesystem::path> backupsOf(const std::filesystem::path& file);

/// The dated copy of that day (YYYY-MM-DD), whether it is there or not.
std::filesystem::path dailyCopy(const std::filesystem::path& file, const std::string& day);

/// Makes today's dated copy (`day`: YYYY-MM-DD) unless it is there or nothing was stored yet, and drops the oldest
/// beyond `keep`. The copy made; nothing where none was due. Throws StoreError.
std::optional<std::filesystem::path> backUpDaily(const std::filesystem::path& file, const std::string& day,
                                                 int keep = 7);

}  // namespace octo::db
