#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>

#include "ui/history/statistics.h"
#include "ui/mailbox.h"
#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/worker.h"

namespace octo::ui {

/// Reads the stored games on a thread of its own, so that the window never waits for the disk. Answers lie in
/// the slots; `wake` is called when there is one.
class Library {
 public:
  Library(std::filesystem::path database, std::function<void()> wake);

  void list();
  /// Today's copy of the games, unless there is one (`db/backup.h`). That it failed is said in the log.
  void backUp();
  /// The game as it is after its last event.
  void open(std::int64_t game);
  /// Where another window goes on with the opened game: what has come since.
  void lookOn();
  /// The opened game after so many events.
  void goTo(int played);
  /// The opened game as a file, in `exports` beside the database where no folder is named; where it is lies in `done`.
  void save(const SaveStored& save);
  /// How each game and each player did.
  void count();
  /// Each changes the stored games and lists them anew.
  void discard(std::int64_t game);
  void restore(std::int64_t game);
  /// Removes all deleted games with their photographs.
  void purge();
  /// Removes those that were deleted at least so many days ago; a failure is only logged.
  void tidy(int days);
  void note(std::int64_t game, const std::string& text);
  void rename(const std::string& from, const std::string& to);

  Mailbox<HistorySnapshot> games;
  Mailbox<GameSnapshot> opened;
  Mailbox<Trouble>& trouble() { return worker_.trouble; }
  Mailbox<Statistics> counted;
  /// What has been written.
  Mailbox<std::filesystem::path> done;

 private:
  db::Store store() const;
  void change(std::function<void(db::Store&)> work);
  void listNow();
  void show(int played);

  std::filesystem::path database_;
  /// The game that is open; only the worker touches it.
  std::optional<db::StoredGame> game_;
  /// The step that is shown, and whether somebody followed the game when that was asked last; only the worker touches
  /// them. Once more after that the game is read for its last moves.
  int shown_ = 0;
  bool followed_ = false;
  /// The step that was wanted last: steps on the way to it need not be shown.
  std::atomic<int> wanted_ = 0;
  /// Last: its thread uses all the others.
  Worker worker_;
};

}  // namespace octo::ui
