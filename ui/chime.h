#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "ui/worker.h"

namespace octo::ui {

/// A short sound for what people should look up for, by whichever player of sounds the system has. Never waits, and
/// says nothing where there is no player or no sound card.
class Chime {
 public:
  /// `players`: commands that play a WAV file from their standard input; the first that does it is used.
  explicit Chime(std::vector<std::vector<std::string>> players = systemPlayers());

  ~Chime();

  /// Any thread. While it sounds it is not begun again.
  void ring();

  static std::vector<std::vector<std::string>> systemPlayers();

 private:
  std::vector<std::vector<std::string>> players_;
  std::atomic<bool> sounds_ = false, stop_ = false;
  Worker worker_;
};

/// The sound as a WAV file: two falling tones, a third of a second.
std::string chimeWav();

}  // namespace octo::ui
