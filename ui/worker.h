#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

#include "ui/mailbox.h"
#include "ui/trouble.h"

namespace octo::ui {

/// Does on a thread of its own what the window must not wait for, one thing after the other. Jobs that have not begun
/// when it ends are dropped.
class Worker {
 public:
  using Job = std::function<void()>;

  /// `wake` is called after each job.
  explicit Worker(std::function<void()> wake);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  /// Any thread. What the job throws lies in `trouble`.
  void post(Job job);

  Mailbox<Trouble> trouble;

 private:
  void run();

  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable arrived_;
  std::deque<Job> jobs_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace octo::ui
