#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <array>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "db/store.h"
#include "tracker/messages/catalogue.h"
#include "tracker/record/record_io.h"
#include "ui/cli/commands.h"
#include "ui/cli/game_arguments.h"
#include "ui/cli/history_rescue.h"
#include "ui/cli/print_line.h"
#include "ui/cli/run.h"
#include "ui/history/event_lines.h"
#include "ui/history/export_game.h"
#include "ui/history/game_filter.h"
#include "ui/history/refold.h"
#include "ui/history/statistics.h"
#include "ui/history/utc_time.h"
#include "ui/history/write_file.h"
#include "ui/photographs.h"

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
  bool photographs = false;
  std::string language = "en";
  GameFilter filter;
  std::string game, order = "started";
  bool ascending = false;
  bool deleted = false;
  std::string notes, from, to;
  int days = 30;
};

constexpr std::array<const char*, 5> kOrders{"started", "game", "players", "moves", "breaches"};

/// The named file, or the usual one. Before the first game the usual one is not there: an empty history, no
/// error.
db::Store readingStore(const HistoryChoices& choices) {
  if (!choices.database.empty()) return db::Store::openCurrent(choices.database);
  const auto usual = db::defaultFile();
  return std::filesystem::exists(usual) ? db::Store::openCurrent(usual) : db::Store::inMemory();
}

db::Store writingStore(const HistoryChoices& choices) {
  return db::Store::open(choices.database.empty() ? db::defaultFile() : std::filesystem::path(choices.database));
}

db::StoredGame gameOf(const db::Store& store, std::int64_t id) {
  if (auto game = store.load(id)) return std::move(*game);
  throw BadInput("game " + std::to_string(id) + " is not there; `octoscope history list` tells which are");
}

GameFilter filterOf(const HistoryChoices& choices) {
  GameFilter filter = choices.filter;
  if (!choices.game.empty()) filter.game = ui::gameOf(choices.game);
  const auto order = std::find(kOrders.begin(), kOrders.end(), choices.order);
  filter.order = static_cast<GameFilter::Order>(order - kOrders.begin());
  filter.descending = !choices.ascending;
  return filter;
}

void list(const HistoryChoices& choices) {
  const GameFilter filter = filterOf(choices);
  const db::Store store = readingStore(choices);
  for (const db::GameSummary& game : filtered(choices.deleted ? store.deletedGames() : store.list(), filter))
    printLine(gameLine(game));
}

/// What changes a game prints it as it is then.
void printGame(const db::Store& store, std::int64_t id) {
  if (const auto game = store.load(id)) printLine(gameLine(game->summary));
}

void discard(const HistoryChoices& choices) {
  db::Store store = writingStore(choices);
  (void)gameOf(store, choices.id);
  store.discard(choices.id, utcText(std::chrono::system_clock::now()));
  printGame(store, choices.id);
}

void restore(const HistoryChoices& choices) {
  db::Store store = writingStore(choices);
  (void)gameOf(store, choices.id);
  store.restore(choices.id);
  printGame(store, choices.id);
}

void purge(const HistoryChoices& choices) {
  db::Store store = writingStore(choices);
  const auto gone = purgeDeleted(store, choices.days);
  printLine(Json{{"purged", gone}});
}

void note(const HistoryChoices& choices) {
  db::Store store = writingStore(choices);
  (void)gameOf(store, choices.id);
  store.note(choices.id, choices.notes);
  printGame(store, choices.id);
}

void rename(const HistoryChoices& choices) {
  if (choices.to.empty()) throw BadInput("--to: a name was expected");
  const int games = writingStore(choices).renamePlayer(choices.from, choices.to);
  if (games == 0) throw BadInput("--from " + choices.from + ": nobody in the stored games is called that");
  printLine(Json{{"from", choices.from}, {"to", choices.to}, {"games", games}});
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
  if (choices.csv) return asCsv(game, choices.language);
  if (choices.html)
    return asHtml(game, choices.photographs ? photographsFor(readingStore(choices).file(), game) : EventPhotographs(),
                  choices.language);
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
  auto* html = command->add_flag("--html", choices->html, "A page for people")->excludes(record)->excludes(csv);
  command->add_option("--language", choices->language, "Language of page and table")
      ->check(CLI::IsMember(tracker::languages()));
  command->add_flag("--photographs", choices->photographs, "Put the photographs of the moves into the page")
      ->needs(html);
  command->add_option("--out", choices->out, "The file to write (default: standard output)");
}

void addList(CLI::App& history, const std::shared_ptr<HistoryChoices>& choices) {
  CLI::App* command = add(history, "list", "The games, newest first", choices, list);
  command->add_option("--find", choices->filter.text, "Only games with these words in players' names or notes");
  command->add_option("--game", choices->game, "Only this game: " + gameNames());
  command->add_option("--since", choices->filter.since, "Only games begun then or later: 2026-11-20, or 2026-11");
  command->add_option("--until", choices->filter.until, "Only games begun by the end of then");
  command->add_flag("--breaches", choices->filter.breaches, "Only games with a breach");
  command->add_option("--sort", choices->order, "By started (the default), game, players, moves or breaches")
      ->check(CLI::IsMember(std::vector<std::string>(kOrders.begin(), kOrders.end())));
  command->add_flag("--ascending", choices->ascending, "The oldest, fewest or first of the alphabet first");
  command->add_flag("--deleted", choices->deleted, "The deleted games instead");
}

void addChanges(CLI::App& history, const std::shared_ptr<HistoryChoices>& choices) {
  addId(*add(history, "delete", "Delete a game; `restore` brings it back until it is purged", choices, discard),
        *choices);
  addId(*add(history, "restore", "Bring back a deleted game", choices, restore), *choices);
  add(history, "purge", "Remove deleted games and their photographs for good", choices, purge)
      ->add_option("--days", choices->days, "Only those deleted at least so many days ago")
      ->check(CLI::Range(0, 36500))
      ->capture_default_str();
  CLI::App* notes =
      add(history, "note", "Write down something about a game; an empty text takes it out", choices, note);
  addId(*notes, *choices);
  notes->add_option("text", choices->notes, "The notes")->required();
  CLI::App* names = add(history, "rename", "Give a player another name in every game", choices, rename);
  names->add_option("--from", choices->from, "The name as it is")->required();
  names->add_option("--to", choices->to, "The name as it shall be")->required();
}

}  // namespace

void addHistory(CLI::App& app, int& status) {
  auto choices = std::make_shared<HistoryChoices>();
  CLI::App* history = app.add_subcommand("history", "The stored games");
  history->require_subcommand(1);
  addDatabase(*history, *choices);
  addList(*history, choices);
  addChanges(*history, choices);
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
