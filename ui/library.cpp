#include "ui/library.h"

#include <spdlog/spdlog.h>

#include "db/backup.h"
#include "ui/history/export_game.h"
#include "ui/history/stored_position.h"
#include "ui/history/utc_time.h"
#include "ui/history/write_file.h"

namespace octo::ui {
namespace {

/// The end of the file's name, and what it holds.
std::pair<std::string, std::string> fileOf(const db::StoredGame& game, SaveStored::As as) {
  switch (as) {
    case SaveStored::As::Page:
      return {".html", asHtml(game)};
    case SaveStored::As::Table:
      return {".csv", asCsv(game)};
    case SaveStored::As::Record:
      break;
  }
  return {".octo.jsonl", asRecord(game)};
}

}  // namespace

Library::Library(std::filesystem::path database, std::function<void()> wake)
    : database_(std::move(database)), worker_(std::move(wake)) {}

/// Before the first game there is no file: nothing is stored yet.
db::Store Library::store() const {
  return std::filesystem::exists(database_) ? db::Store::openReadOnly(database_) : db::Store::inMemory();
}

void Library::list() {
  worker_.post([this] {
    auto snapshot = std::make_shared<HistorySnapshot>();
    try {
      snapshot->games = store().list();
    } catch (const db::StoreError& error) {
      snapshot->trouble = error.what();
    }
    games.put(std::move(snapshot));
  });
}

void Library::backUp() {
  worker_.post([this] {
    try {
      (void)db::backUpDaily(database_, utcText(std::chrono::system_clock::now()).substr(0, 10));
    } catch (const std::exception& error) {
      spdlog::warn("no copy of the games was made today: {}", error.what());
    }
  });
}

void Library::open(std::int64_t game) {
  worker_.post([this, game] {
    game_ = store().load(game);
    if (!game_) throw std::runtime_error("game " + std::to_string(game) + " is no longer there");
    opened.put(std::make_shared<const GameSnapshot>(positionAfter(*game_, static_cast<int>(game_->events.size()))));
  });
}

void Library::save(SaveStored::As as) {
  worker_.post([this, as] {
    if (!game_) return;
    const auto folder = database_.parent_path() / "exports";
    const std::string stem = std::string(name(game_->summary.header.game)) + "-" + std::to_string(game_->summary.id);
    const auto [ending, text] = fileOf(*game_, as);
    std::filesystem::create_directories(folder);
    writeFile(folder / (stem + ending), text);
    done.put(std::make_shared<const std::string>("Saved as " + (folder / (stem + ending)).string()));
  });
}

void Library::goTo(int played) {
  worker_.post([this, played] {
    if (game_) opened.put(std::make_shared<const GameSnapshot>(positionAfter(*game_, played)));
  });
}

}  // namespace octo::ui
