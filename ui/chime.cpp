#include "ui/chime.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <thread>

extern char** environ;

namespace octo::ui {
namespace {

constexpr int kSamplesPerSecond = 22050;
constexpr double kToneSeconds = 0.16;
/// A player that hangs on a sound server is ended after so long.
constexpr std::chrono::milliseconds kLongestPlay{3000};
constexpr std::chrono::milliseconds kLookEvery{20};

void addNumber(std::string& bytes, std::uint32_t number, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>((number >> (8 * i)) & 0xff);
}

/// True where the program played it.
bool played(const std::vector<std::string>& command, int sound) {
  std::vector<std::string> words = command;
  std::vector<char*> arguments;
  for (std::string& each : words) arguments.push_back(each.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, sound, STDIN_FILENO);
  for (const int each : {STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&files, each, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  ::lseek(sound, 0, SEEK_SET);
  const bool begun = posix_spawnp(&child, arguments.front(), &files, nullptr, arguments.data(), environ) == 0;
  posix_spawn_file_actions_destroy(&files);
  if (!begun) return false;
  const auto end = std::chrono::steady_clock::now() + kLongestPlay;
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    if (std::chrono::steady_clock::now() > end) {
      ::kill(child, SIGKILL);
      ::waitpid(child, &status, 0);
      return false;
    }
    std::this_thread::sleep_for(kLookEvery);
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

std::string chimeWav() {
  constexpr double kHigh = 784, kLow = 523;  // Hz
  constexpr double kLoudness = 0.35, kFade = 14;
  const auto tone = static_cast<std::uint32_t>(kToneSeconds * kSamplesPerSecond);
  const std::uint32_t bytes = 2 * 2 * tone;
  std::string wav = "RIFF";
  addNumber(wav, 36 + bytes, 4);
  wav += "WAVEfmt ";
  addNumber(wav, 16, 4);  // length of what follows up to the data
  addNumber(wav, 1, 2);   // plain samples
  addNumber(wav, 1, 2);   // one channel
  addNumber(wav, kSamplesPerSecond, 4);
  addNumber(wav, 2 * kSamplesPerSecond, 4);
  addNumber(wav, 2, 2);
  addNumber(wav, 16, 2);
  wav += "data";
  addNumber(wav, bytes, 4);
  for (const double pitch : {kHigh, kLow})
    for (std::uint32_t i = 0; i < tone; ++i) {
      const double t = static_cast<double>(i) / kSamplesPerSecond;
      const double rise = std::min(1.0, t / 0.005);
      const double sample = kLoudness * rise * std::exp(-kFade * t) * std::sin(2 * M_PI * pitch * t);
      addNumber(wav, static_cast<std::uint32_t>(static_cast<std::int16_t>(sample * 32767)), 2);
    }
  return wav;
}

std::vector<std::vector<std::string>> Chime::systemPlayers() { return {{"paplay"}, {"pw-play", "-"}, {"aplay", "-q"}}; }

Chime::Chime(std::vector<std::vector<std::string>> players) : players_(std::move(players)), worker_([] {}) {}

void Chime::ring() {
  if (sounds_.exchange(true)) return;
  worker_.post([this] {
    const int sound = ::memfd_create("octoscope", MFD_CLOEXEC);
    const std::string wav = chimeWav();
    if (sound >= 0 && ::write(sound, wav.data(), wav.size()) == static_cast<ssize_t>(wav.size()))
      for (const auto& each : players_)
        if (played(each, sound)) break;
    if (sound >= 0) ::close(sound);
    sounds_ = false;
  });
}

}  // namespace octo::ui
