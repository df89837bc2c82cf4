#include "ui/cli/history_rescue.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "db/backup.h"
#include "db/recover.h"
#include "db/store.h"
#include "ui/cli/print_line.h"
#include "ui/cli/run.h"
#include "ui/history/event_lines.h"
#include "ui/history/refold.h"
#include "ui/history/utc_time.h"

namespace octo::ui {
namespace {

namespace fs = std::filesystem;

struct RescueChoices {
  std::string database;
  std::string out;
};

fs::path databaseOf(const RescueChoices& choices) {
  return choices.database.empty() ? db::defaultFile() : fs::path(choices.database);
}

std::string today() { return utcDay(std::chrono::system_clock::now()); }

fs::path dated(const fs::path& file, const std::string& word) {
  const std::string stem = file.stem().string() + "-" + word + today();
  fs::path path = file.parent_path() / (stem + file.extension().string());
  for (int i = 2; fs::exists(path); ++i)
    path = file.parent_path() / (stem + "-" + std::to_string(i) + file.extension().string());
  return path;
}

void makeBackup(const RescueChoices& choices) {
  const fs::path file = databaseOf(choices);
  const fs::path to = choices.out.empty() ? db::dailyCopy(file, today()) : fs::path(choices.out);
  db::backUp(file, to);
  printLine(Json{{"backup", to.string()}});
}

bool isWhole(const fs::path& file) {
  try {
    return db::Store::openReadOnly(file).verify().whole();
  } catch (const db::StoreError& error) {
    if (error.kind() == db::StoreError::Kind::Damaged || error.kind() == db::StoreError::Kind::NotDatabase ||
        error.kind() == db::StoreError::Kind::NotOurs)
      return false;
    throw;
  }
}

/// A game whose last events are gone has no gap, but the referee comes to another result: it is one that was put away.
void judge(db::RecoveredGame& found) {
  auto& result = found.game.summary.result;
  if (!result || differences(found.game).empty()) return;
  found.whole = false;
  try {
    result = resultOf(found.game);
  } catch (const Malformed&) {  // `history verify` says what is wrong with it
  }
}

Json line(const db::RecoveredGame& found) {
  Json json = gameLine(found.game.summary);
  json["whole"] = found.whole;
  json["lost"] = found.lost;
  json["from"] = found.from.string();
  return json;
}

/// The damaged file steps aside, with its log; the new one takes its name.
fs::path exchange(const fs::path& file, const fs::path& recovered) {
  const fs::path aside = dated(file, "damaged-");
  for (const char* suffix : {"-wal", "-shm", ""})
    if (fs::exists(file.string() + suffix)) fs::rename(file.string() + suffix, aside.string() + suffix);
  fs::rename(recovered, file);
  return aside;
}

int recoverGames(const RescueChoices& choices) {
  const fs::path file = databaseOf(choices);
  if (choices.out.empty() && isWhole(file)) {
    printLine(Json{{"whole", true}, {"file", file.string()}});
    return 0;
  }
  auto games = db::recover(file, db::backupsOf(file));
  for (db::RecoveredGame& found : games) judge(found);
  if (games.empty()) throw BadInput(file.string() + ": no game can be read in it, nor in a backup of it");
  const fs::path written = choices.out.empty() ? dated(file, "recovered-") : fs::path(choices.out);
  db::writeRecovered(games, written);
  for (const db::RecoveredGame& found : games) printLine(line(found));
  const auto whole = std::count_if(games.begin(), games.end(), [](const auto& found) { return found.whole; });
  Json summary{{"games", games.size()}, {"whole_games", whole}};
  if (choices.out.empty()) {
    summary["damaged"] = exchange(file, written).string();
    summary["written"] = file.string();
  } else {
    summary["written"] = written.string();
  }
  printLine(summary);
  return whole == static_cast<std::ptrdiff_t>(games.size()) ? 0 : 1;
}

template <class Work>
void add(CLI::App& history, const char* name, const char* help, const char* out, Work work) {
  auto choices = std::make_shared<RescueChoices>();
  CLI::App* command = history.add_subcommand(name, help);
  command->add_option("--db", choices->database, "The database (default: octoscope/games.db under $XDG_DATA_HOME)");
  command->add_option("--out", choices->out, out);
  command->callback([choices, work] { work(*choices); });
}

}  // namespace

void addRescue(CLI::App& history, int& status) {
  add(history, "backup", "A whole copy of all games, also while one is being followed",
      "The file to write (default: backups/games-DATE.db beside the database)", makeBackup);
  add(history, "recover", "Save what can still be read of a damaged file, and from its backups what cannot",
      "A new file for it (default: it takes the damaged one's place, which is kept beside it)",
      [&status](const RescueChoices& choices) { status = recoverGames(choices); });
}

}  // namespace octo::ui
