#include "ui/chime.h"

#include <chrono>
#include <cmath>
#include <cstdint>

#include "ui/fed_program.h"

namespace octo::ui {
namespace {

constexpr int kSamplesPerSecond = 22050;
constexpr double kToneSeconds = 0.16;
/// A player that hangs on a sound server is ended after so long.
constexpr std::chrono::milliseconds kLongestPlay{3000};

void addNumber(std::string& bytes, std::uint32_t number, int size) {
  for (int i = 0; i < size; ++i) bytes += static_cast<char>((number >> (8 * i)) & 0xff);
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

Chime::~Chime() { stop_ = true; }

void Chime::ring() {
  if (sounds_.exchange(true)) return;
  worker_.post([this] {
    const std::string wav = chimeWav();
    for (const auto& each : players_)
      if (feedProgram(each, wav, kLongestPlay, stop_)) break;
    sounds_ = false;
  });
}

}  // namespace octo::ui
