#include "ui/library.h"

#include <opencv2/imgcodecs.hpp>
#include <utility>

#include <spdlog/spdlog.h>

#include "db/backup.h"
#include "db/game_claim.h"
#include "ui/history/export_game.h"
#include "ui/history/stored_position.h"
#include "ui/history/utc_time.h"
#include "ui/history/write_file.h"
#include "ui/photographs.h"
#include "ui/trouble.h"

namespace octo::ui {
namespace {

/// The end of the file's name, and what it holds.
std::pair<std::string, std::string> fileOf(const db::StoredGame& game, const SaveStored& save,
                                           const std::filesystem::path& database) {
  switch (save.as) {
    case SaveStored::As::Page:
      if (save.photographs) return {"-photographs.html", asHtml(game, photographsFor(database, game), save.language)};
      return {".html", asHtml(game, {}, save.language)};
    case SaveStored::As::Table:
      return {".csv", asCsv(game, save.language)};
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
  return std::filesystem::exists(database_) ? db::Store::openCurrent(database_) : db::Store::inMemory();
}

void Library::listNow() {
  auto snapshot = std::make_shared<HistorySnapshot>();
  try {
    const db::Store read = store();
    snapshot->games = read.list();
    snapshot->deleted = read.deletedGames();
    for (const db::GameSummary& game : snapshot->games)
      if (!game.result && db::GameClaim::isTaken(database_, game.id)) snapshot->followed.insert(game.id);
  } catch (const db::StoreError& error) {
    snapshot->trouble = troubleOf(error);
  }
  games.put(std::move(snapshot));
}

void Library::list() {
  worker_.post([this] { listNow(); });
}

void Library::count() {
  worker_.post([this] { counted.put(std::make_shared<const Statistics>(statistics(store()))); });
}

/// The list is told anew also where the change failed.
void Library::change(std::function<void(db::Store&)> work) {
  worker_.post([this, work = std::move(work)] {
    if (!std::filesystem::exists(database_)) return;
    try {
      db::Store writing = db::Store::open(database_);
      work(writing);
    } catch (...) {
      listNow();
      throw;
    }
    listNow();
  });
}

void Library::discard(std::int64_t game) {
  change([game](db::Store& stored) { stored.discard(game, utcText(std::chrono::system_clock::now())); });
}

void Library::restore(std::int64_t game) {
  change([game](db::Store& stored) { stored.restore(game); });
}

void Library::purge() {
  change([](db::Store& stored) { (void)purgeDeleted(stored, 0); });
}

void Library::tidy(int days) {
  worker_.post([this, days] {
    if (!std::filesystem::exists(database_)) return;
    try {
      db::Store stored = db::Store::open(database_);
      (void)purgeDeleted(stored, days);
    } catch (const std::exception& error) {
      spdlog::warn("deleted games were not removed: {}", error.what());
    }
  });
}

void Library::note(std::int64_t game, const std::string& text) {
  change([game, text](db::Store& stored) { stored.note(game, text); });
}

void Library::rename(const std::string& from, const std::string& to) {
  change([from, to](db::Store& stored) { stored.renamePlayer(from, to); });
}

void Library::backUp() {
  worker_.post([this] {
    try {
      (void)db::backUpDaily(database_, utcDay(std::chrono::system_clock::now()));
    } catch (const std::exception& error) {
      spdlog::warn("no copy of the games was made today: {}", error.what());
    }
  });
}

/// The opened game after so many events, with the photograph of the last of them that has one.
void Library::show(int played) {
  shown_ = played;
  auto snapshot = std::make_shared<GameSnapshot>(positionAfter(*game_, played));
  for (int n = snapshot->played; n > 0 && !snapshot->photograph; --n) {
    const auto file = photographOf(database_, game_->summary.id, game_->events[static_cast<std::size_t>(n - 1)]);
    if (!file) continue;
    if (cv::Mat picture = cv::imread(file->string(), cv::IMREAD_COLOR); !picture.empty())
      snapshot->photograph = std::make_shared<const cv::Mat>(std::move(picture));
  }
  opened.put(std::move(snapshot));
}

void Library::open(std::int64_t game) {
  worker_.post([this, game] {
    game_.reset();
    game_ = store().get(game);
    followed_ = true;
    show(static_cast<int>(game_->events.size()));
  });
}

void Library::lookOn() {
  worker_.post([this] {
    if (!game_ || game_->summary.result) return;
    const bool followed = db::GameClaim::isTaken(database_, game_->summary.id);
    if (!std::exchange(followed_, followed) && !followed) return;
    auto now = store().load(game_->summary.id);
    if (!now || (now->events.size() == game_->events.size() && !now->summary.result)) return;
    const bool atEnd = shown_ >= static_cast<int>(game_->events.size());
    game_ = std::move(now);
    const auto events = static_cast<int>(game_->events.size());
    show(atEnd ? events : std::min(shown_, events));
  });
}

void Library::save(const SaveStored& save) {
  worker_.post([this, save] {
    if (!game_) return;
    const auto folder = save.folder.empty() ? database_.parent_path() / "exports" : save.folder;
    const std::string stem = std::string(name(game_->summary.header.game)) + "-" + std::to_string(game_->summary.id);
    const auto [ending, text] = fileOf(*game_, save, database_);
    std::filesystem::create_directories(folder);
    writeFile(folder / (stem + ending), text);
    done.put(std::make_shared<const std::filesystem::path>(folder / (stem + ending)));
  });
}

void Library::goTo(int played) {
  wanted_ = played;
  worker_.post([this, played] {
    if (game_ && wanted_ == played) show(played);
  });
}

}  // namespace octo::ui
