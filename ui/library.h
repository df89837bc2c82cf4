#pragma once

#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

#include "ui/request.h"
#include "ui/slot.h"
#include "ui/snapshot.h"

namespace octo::ui {

/// Reads the stored games on a thread of its own, so that the window never waits for the disk. Answers lie in
/// the slots; `wake` is called when there is one.
class Library {
 public:
  Library(std::filesystem::path database, std::function<void()> wake);
  ~Library();
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

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
  Slot<std::string> trouble;
  /// What has been done, in one sentence.
  Slot<std::string> done;

 private:
  using Job = std::function<void()>;
  void run();
  void post(Job job);
  void guarded(const Job& job);
  db::Store store() const;

  std::filesystem::path database_;
  std::function<void()> wake_;
  /// The game that is open; only the thread touches it.
  std::optional<db::StoredGame> game_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Job> jobs_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace octo::ui
