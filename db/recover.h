#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "db/store.h"

namespace octo::db {

/// A game found in a damaged file or in a backup of it.
struct RecoveredGame {
  StoredGame game;
  /// Every event is there, and header and end are as they were written. In a file of version 2 or older that a game's
  /// last events are gone leaves no trace: whoever knows the rules sees it by the result.
  bool whole = true;
  /// Events that stand behind a gap and were given up, or whose text is damaged.
  int lost = 0;
  /// Where it comes from: the damaged file or a backup.
  std::filesystem::path from;
};

/// Every game that can still be read in a damaged file and its write-ahead log, oldest first, with what only the
/// backups have; of a game found in several of them, the one with the most. Events behind a gap are given up: what the
/// referee says of a game needs all that came before. Nothing is
/// written. Throws StoreError where the file cannot be
/// read at all.
std::vector<RecoveredGame> recover(const std::filesystem::path& file,
                                   const std::vector<std::filesystem::path>& backups);

/// Writes the games into a new store, under their own numbers where they can be. Throws StoreError, also where `to`
/// exists already.
void writeRecovered(const std::vector<RecoveredGame>& games, const std::filesystem::path& to);

}  // namespace octo::db
