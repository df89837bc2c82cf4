#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ui/worker.h"

namespace octo::ui {

/// Says sentences by whichever program that speaks the system has. Never waits, and says nothing where there is none.
class Speaker {
 public:
  /// Commands that say their standard input in a language of `tracker::languages()`; the first that does it is used.
  /// The text is never one of their arguments: nothing in it can be an option.
  using Commands = std::function<std::vector<std::vector<std::string>>(const std::string& language)>;

  explicit Speaker(Commands commands = systemCommands);
  ~Speaker();

  /// What waits to be said is replaced: by then it is old.
  void say(std::string text, const std::string& language);

  static std::vector<std::vector<std::string>> systemCommands(const std::string& language);

 private:
  struct Waiting {
    std::string text, language;
  };
  void sayNext();

  Commands commands_;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::optional<Waiting> waiting_;
  Worker worker_;
};

}  // namespace octo::ui
