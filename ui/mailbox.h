#pragma once

#include <memory>
#include <mutex>
#include <utility>

namespace octo::ui {

/// Hands immutable values from one thread to another and keeps only the newest: who puts never waits for who
/// takes.
template <class T>
class Mailbox {
 public:
  void put(std::shared_ptr<const T> value) {
    {
      const std::scoped_lock lock(mutex_);
      newest_.swap(value);
      fresh_ = true;
    }
    // Here, outside the lock, `value` lets the older one go: freeing a picture takes a while.
  }

  /// The newest value if none has taken it yet, otherwise nothing.
  std::shared_ptr<const T> take() {
    const std::scoped_lock lock(mutex_);
    if (!fresh_) return nullptr;
    fresh_ = false;
    return newest_;
  }

 private:
  std::mutex mutex_;
  std::shared_ptr<const T> newest_;
  bool fresh_ = false;
};

}  // namespace octo::ui
