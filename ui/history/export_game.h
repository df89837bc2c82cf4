#pragma once

#include <string>

#include "db/store.h"

namespace octo::ui {

/// A stored game as a record that `referee` accepts with the same verdicts; earlier forms in "was".
std::string asRecord(const db::StoredGame& game);

/// A table, one row an event, for spreadsheets (RFC 4180, UTF-8). A cell that a spreadsheet would run as a
/// formula begins with an apostrophe.
std::string asCsv(const db::StoredGame& game);

/// A page that stands alone: no scripts, nothing loaded from elsewhere.
std::string asHtml(const db::StoredGame& game);

}  // namespace octo::ui
