#pragma once

#include <filesystem>
#include <functional>
#include <optional>

#include "ui/request.h"
#include "ui/slot.h"
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
  /// The opened game after so many events.
  void goTo(int played);
  /// The opened game as a file in `exports` beside the database; where it is lies in `done`.
  void save(SaveStored::As as);

  Slot<HistorySnapshot> games;
  Slot<GameSnapshot> opened;
  Slot<std::string>& trouble() { return worker_.trouble; }
  /// What has been done, in one sentence.
  Slot<std::string> done;

 private:
  db::Store store() const;

  std::filesystem::path database_;
  /// The game that is open; only the worker touches it.
  std::optional<db::StoredGame> game_;
  /// Last: its thread uses all the others.
  Worker worker_;
};

}  // namespace octo::ui
