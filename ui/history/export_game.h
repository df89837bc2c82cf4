#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "db/store.h"

namespace octo::ui {

/// A stored game as a record that `referee` accepts with the same verdicts; earlier forms in "was".
std::string asRecord(const db::StoredGame& game);

/// A table, one row an event, for spreadsheets (RFC 4180, UTF-8). A cell that a spreadsheet would run as a
/// formula begins with an apostrophe. `language`: of moves and breaches.
std::string asCsv(const db::StoredGame& game, const std::string& language = "en");

/// Photographs of some events by their numbers, as JPEG files.
using EventPhotographs = std::map<int, std::filesystem::path>;

/// Those that are kept beside that file of games.
EventPhotographs photographsFor(const std::filesystem::path& database, const db::StoredGame& game);

/// A page in that language that stands alone: no scripts, nothing loaded from elsewhere; the photographs are in it.
std::string asHtml(const db::StoredGame& game, const EventPhotographs& photographs = {},
                   const std::string& language = "en");

}  // namespace octo::ui
