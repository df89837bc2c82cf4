#include <SQLiteCpp/Statement.h>

#include "db/connection.h"
#include "db/embedded_sql.h"
#include "db/json_forms.h"
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

void checkGame(SQLite::Statement& row, const std::string& where, std::vector<std::string>& complaints) {
  collect(complaints, where + ", header", [&] { (void)headerFrom(row.getColumn(1).getString()); });
  if (!row.getColumn(4).isNull())
    collect(complaints, where + ", result", [&] { (void)resultFrom(row.getColumn(4).getString()); });
}

/// Its number.
int checkEvent(SQLite::Statement& row, int expected, const std::string& where, std::vector<std::string>& complaints) {
  const int n = row.getColumn(0).getInt();
  const std::string here = where + ", event " + std::to_string(n);
  if (n != expected) complaints.push_back(here + ": stands where event " + std::to_string(expected) + " was expected");
  collect(complaints, here, [&] { (void)eventFrom(row.getColumn(1).getString()); });
  collect(complaints, here + ", earlier forms", [&] { (void)eventsFrom(row.getColumn(8).getString()); });
  collect(complaints, here + ", verdict", [&] {
    if (verdictFrom(row.getColumn(2).getString()).legal != (row.getColumn(3).getInt() != 0))
      throw Malformed("column and text differ on whether it was legal");
  });
  return n;
}

void checkEvents(SQLite::Database& database, std::int64_t game, const std::string& where,
                 std::vector<std::string>& complaints) {
  SQLite::Statement rows(database, std::string(statement("events")));
  rows.bind(1, game);
  for (int last = 0; rows.executeStep();) last = checkEvent(rows, last + 1, where, complaints);
}

std::vector<std::string> checkGames(SQLite::Database& database) {
  std::vector<std::string> complaints;
  SQLite::Statement rows(database, std::string(statement("games")));
  rows.bind(2, 0);
  while (rows.executeStep()) {
    const std::int64_t game = rows.getColumn(0).getInt64();
    const std::string where = "game " + std::to_string(game);
    checkGame(rows, where, complaints);
    checkEvents(database, game, where, complaints);
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
