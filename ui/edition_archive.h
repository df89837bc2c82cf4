#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tracker/vocabulary/game_id.h"

namespace octo::ui {

/// Where editions lie that are called by their names: `editions` beside the usual file of games.
std::filesystem::path editionsFolder();

/// Where those lie that are half taught: `teaching` beside it.
std::filesystem::path teachingFolder();

/// The folders with editions, by their names.
std::vector<std::filesystem::path> editionFolders();

/// A folder as it is, or the edition of that name. Throws vision::EditionError where there is neither.
std::filesystem::path editionNamed(const std::string& text);

/// A taught edition that is called by its name.
struct KnownEdition {
  /// Its folder's name, by which it is called.
  std::string folder;
  /// As whoever taught it called it.
  std::string title;
  GameId game;
  friend bool operator==(const KnownEdition&, const KnownEdition&) = default;
};

/// Those with which whole games are followed, as far as their lists can be read; by their folders' names.
std::vector<KnownEdition> knownEditions();
/// Those that are half taught, likewise.
std::vector<KnownEdition> halfTaughtEditions();

/// Writes the edition as one zip file: edition.toml and the pictures it names. Throws vision::EditionError.
void packEdition(const std::filesystem::path& folder, const std::filesystem::path& zip);

/// Unpacks an edition into a folder that does not exist yet. The zip file may be hostile: what is no plain file within
/// the folder, too many or too large files, or no edition is refused, and nothing is left of it. Throws
/// vision::EditionError.
void unpackEdition(const std::filesystem::path& zip, const std::filesystem::path& folder);

}  // namespace octo::ui
