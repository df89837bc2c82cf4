#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <iostream>
#include <memory>
#include <string>

#include "db/store.h"
#include "tracker/record/record_io.h"
#include "ui/cli/commands.h"
#include "ui/cli/history_rescue.h"
#include "ui/cli/print_line.h"
#include "ui/cli/run.h"
#include "ui/history/event_lines.h"
#include "ui/history/export_game.h"
#include "ui/history/refold.h"
#include "ui/history/statistics.h"
#include "ui/history/utc_time.h"
#include "ui/history/write_file.h"

namespace octo::ui {
namespace {

struct HistoryChoices {
  std::string database;
  std::int64_t id = 0;
  std::string record;
  std::string out;
  bool asRecord = false;
  bool csv = false;
  bool html = false;
};

/// The named file, or the usual one. Before the first game the usual one is not there: an empty history, no
/// error.
db::Store readingStore(const HistoryChoices& choices) {
  if (!choices.database.empty()) return db::Store::openReadOnly(choices.database);
  const auto usual = db::defaultFile();
  return std::filesystem::exists(usual) ? db::Store::openReadOnly(usual) : db::Store::inMemory();
}

db::Store writingStore(const HistoryChoices& choices) {
  return db::Store::open(choices.database.empty() ? db::defaultFile() : std::filesystem::path(choices.database));
}

db::StoredGame gameOf(const db::Store& store, std::int64_t id) {
  if (auto game = store.load(id)) return std::move(*game);
  throw BadInput("game " + std::to_string(id) + " is not there; `octoscope history list` tells which are");
}

void list(const HistoryChoices& choices) {
  for (const db::GameSummary& game : readingStore(choices).list()) printLine(gameLine(game));
}

void show(const HistoryChoices& choices) {
  const db::StoredGame game = gameOf(readingStore(choices), choices.id);
  Json header = gameLine(game.summary);
  header["header"] = game.summary.header.toJson();
  printLine(header);
  for (const TrackedEvent& event : game.events) printLine(eventLine(event));
  Json result = game.summary.result ? game.summary.result->toJson() : Json{{"over", false}};
  result["game_id"] = choices.id;
  printLine(result);
}

std::string exported(const db::StoredGame& game, const HistoryChoices& choices) {
  if (choices.csv) return asCsv(game);
  if (choices.html) return asHtml(game);
  return asRecord(game);
}

void exportGame(const HistoryChoices& choices) {
  const std::string text = exported(gameOf(readingStore(choices), choices.id), choices);
  if (choices.out.empty())
    std::cout << text;
  else
    writeFile(choices.out, text);
}

void importGame(const HistoryChoices& choices) {
  const auto record = tracker::readRecordFile(choices.record);
  const db::StoredGame game = judgedGame(record, utcText(std::chrono::system_clock::now()));
  db::Store store = writingStore(choices);
  const auto id = store.add(game);
  printLine(gameLine(gameOf(store, id).summary));
}

void printStatistics(const HistoryChoices& choices) {
  const Statistics all = statistics(readingStore(choices));
  for (const GameStatistics& game : all.games) printLine(line(game));
  for (const PlayerStatistics& player : all.players) printLine(line(player));
}

/// Prints what is wrong; how many complaints there were.
int printDamage(const db::Damage& damage) {
  for (const std::string& text : damage.file) printLine(Json{{"file", text}});
  for (const std::string& text : damage.games) printLine(Json{{"stored", text}});
  return static_cast<int>(damage.file.size() + damage.games.size());
}

int complainOfGames(const db::Store& store, int& games) {
  int complaints = 0;
  for (const db::GameSummary& summary : store.list()) {
    ++games;
    for (const std::string& text : differences(gameOf(store, summary.id))) {
      printLine(Json{{"id", summary.id}, {"judged", text}});
      ++complaints;
    }
  }
  return complaints;
}

int verify(const HistoryChoices& choices) {
  int complaints = 0;
  int games = 0;
  try {
    const db::Store store = readingStore(choices);
    complaints = printDamage(store.verify());
    // A game that cannot be read cannot be judged either.
    if (complaints == 0) complaints = complainOfGames(store, games);
  } catch (const db::StoreError& error) {
    if (error.kind() != db::StoreError::Kind::Damaged) throw;
    complaints = printDamage(db::Damage{{error.what()}, {}});
  }
  printLine(Json{{"whole", complaints == 0}, {"games", games}, {"complaints", complaints}});
  return complaints == 0 ? 0 : 1;
}

void addDatabase(CLI::App& command, HistoryChoices& choices) {
  command.add_option("--db", choices.database, "The database (default: octoscope/games.db under $XDG_DATA_HOME)");
}

/// A subcommand whose work is done when it was the one chosen.
template <class Work>
CLI::App* add(CLI::App& history, const char* name, const char* help, std::shared_ptr<HistoryChoices> choices,
              Work work) {
  CLI::App* command = history.add_subcommand(name, help);
  addDatabase(*command, *choices);
  command->callback([choices, work] { work(*choices); });
  return command;
}

void addId(CLI::App& command, HistoryChoices& choices) {
  command.add_option("id", choices.id, "Number of the game, as `list` tells")->required();
}

void addExport(CLI::App& history, const std::shared_ptr<HistoryChoices>& choices) {
  CLI::App* command = add(history, "export", "Write a game as a record, a table or a page", choices, exportGame);
  addId(*command, *choices);
  auto* record = command->add_flag("--record", choices->asRecord, "A game record that `referee` accepts (the default)");
  auto* csv = command->add_flag("--csv", choices->csv, "A table for spreadsheets")->excludes(record);
  command->add_flag("--html", choices->html, "A page for people")->excludes(record)->excludes(csv);
  command->add_option("--out", choices->out, "The file to write (default: standard output)");
}

}  // namespace

void addHistory(CLI::App& app, int& status) {
  auto choices = std::make_shared<HistoryChoices>();
  CLI::App* history = app.add_subcommand("history", "The stored games");
  history->require_subcommand(1);
  addDatabase(*history, *choices);
  add(*history, "list", "All games, newest first", choices, list);
  addId(*add(*history, "show", "A game with every event and verdict", choices, show), *choices);
  addExport(*history, choices);
  add(*history, "import", "Judge a game record and store it", choices, importGame)
      ->add_option("file", choices->record, "A game record, *.octo.jsonl")
      ->required();
  add(*history, "stats", "How each game and each player did", choices, printStatistics);
  add(*history, "verify", "Whether the file and every game in it are whole", choices,
      [&status](const HistoryChoices& chosen) { status = verify(chosen); });
  addRescue(*history, status);
}

}  // namespace octo::ui
