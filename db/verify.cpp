#include <SQLiteCpp/Statement.h>

#include "db/connection.h"
#include "db/embedded_sql.h"
#include "db/json_forms.h"
#include "db/row_sum.h"
#include "db/store_error.h"

namespace octo::db {
namespace {

/// Runs a check of one text or one row; what it complains of goes to `complaints`.
template <class Check>
void collect(std::vector<std::string>& complaints, const std::string& where, Check&& check) {
  try {
    check();
  } catch (const Malformed& error) {
    complaints.push_back(where + ": " + error.what());
  }
}

std::vector<std::string> checkFile(SQLite::Database& database) {
  std::vector<std::string> complaints;
  SQLite::Statement integrity(database, "PRAGMA integrity_check");
  while (integrity.executeStep())
    if (const std::string text = integrity.getColumn(0).getString(); text != "ok") complaints.push_back(text);
  SQLite::Statement keys(database, "PRAGMA foreign_key_check");
  while (keys.executeStep())
    complaints.push_back("table " + keys.getColumn(0).getString() + " has a row that belongs to no game");
  return complaints;
}

constexpr int kWritten = 9, kSealed = 10;  // columns of `games`

void checkGame(SQLite::Statement& row, const std::string& where, std::vector<std::string>& complaints) {
  const std::size_t before = complaints.size();
  collect(complaints, where + ", header", [&] { (void)headerFrom(row.getColumn(1).getString()); });
  if (!row.getColumn(4).isNull())
    collect(complaints, where + ", result", [&] { (void)resultFrom(row.getColumn(4).getString()); });
  if (complaints.size() == before && row.getColumn(kSealed).getInt() != 1)
    complaints.push_back(where + ": " + kNotAsWritten);
}

/// Its number.
int checkEvent(SQLite::Statement& row, int expected, const std::string& where, std::vector<std::string>& complaints) {
  const int n = row.getColumn(0).getInt();
  const std::string here = where + ", event " + std::to_string(n);
  if (n != expected) complaints.push_back(here + ": stands where event " + std::to_string(expected) + " was expected");
  const std::size_t before = complaints.size();
  collect(complaints, here, [&] { (void)eventFrom(row.getColumn(1).getString()); });
  collect(complaints, here + ", earlier forms", [&] { (void)eventsFrom(row.getColumn(8).getString()); });
  collect(complaints, here + ", verdict", [&] {
    if (verdictFrom(row.getColumn(2).getString()).legal != (row.getColumn(3).getInt() != 0))
      throw Malformed("column and text differ on whether it was legal");
  });
  if (complaints.size() == before && row.getColumn(9).getInt() != 1) complaints.push_back(here + ": " + kNotAsWritten);
  return n;
}

/// `written`: how many the game has, where that can be believed.
void checkEvents(SQLite::Database& database, std::int64_t game, std::optional<int> written, const std::string& where,
                 std::vector<std::string>& complaints) {
  const std::size_t before = complaints.size();
  SQLite::Statement rows(database, std::string(statement("events")));
  rows.bind(1, game);
  int last = 0;
  while (rows.executeStep()) last = checkEvent(rows, last + 1, where, complaints);
  if (complaints.size() == before && written && last != *written)
    complaints.push_back(where + ": " + std::to_string(last) + " of its " + std::to_string(*written) +
                         " events are there");
}

std::vector<std::string> checkGames(SQLite::Database& database) {
  std::vector<std::string> complaints;
  SQLite::Statement rows(database, std::string(statement("games")));
  rows.bind(2, 0);
  while (rows.executeStep()) {
    const std::int64_t game = rows.getColumn(0).getInt64();
    const std::string where = "game " + std::to_string(game);
    checkGame(rows, where, complaints);
    const bool sealed = rows.getColumn(kSealed).getInt() == 1;
    checkEvents(database, game, sealed ? std::optional(rows.getColumn(kWritten).getInt()) : std::nullopt, where,
                complaints);
  }
  return complaints;
}

}  // namespace

Damage Store::verify() const {
  Damage damage;
  try {
    damage.file = guarded(file(), [&] { return checkFile(*connection_->database); });
    damage.games = guarded(file(), [&] { return checkGames(*connection_->database); });
  } catch (const StoreError& error) {
    if (error.kind() != StoreError::Kind::Damaged) throw;
    damage.file.push_back(error.what());
  }
  return damage;
}

}  // namespace octo::db
