#include "ui/speaker.h"

#include <chrono>
#include <utility>

#include "ui/fed_program.h"

namespace octo::ui {
namespace {

/// A program that hangs on a sound server is ended after so long: longer than the longest sentence takes.
constexpr std::chrono::seconds kLongestSpeech{30};

/// One line that begins with none of the words by which a speaker is commanded ("!-!" of spd-say).
std::string spokenLine(const std::string& text) {
  std::string line = " ";
  for (const char letter : text) line += static_cast<unsigned char>(letter) < ' ' ? ' ' : letter;
  return line + '\n';
}

}  // namespace

std::vector<std::vector<std::string>> Speaker::systemCommands(const std::string& language) {
  return {{"spd-say", "--wait", "--pipe-mode", "--language", language}, {"espeak-ng", "-v", language, "--stdin"}};
}

Speaker::Speaker(Commands commands) : commands_(std::move(commands)), worker_([] {}) {}

Speaker::~Speaker() { stop_ = true; }

void Speaker::say(std::string text, const std::string& language) {
  const std::scoped_lock lock(mutex_);
  const bool begun = waiting_.has_value();
  waiting_ = Waiting{std::move(text), language};
  if (!begun) worker_.post([this] { sayNext(); });
}

void Speaker::sayNext() {
  std::optional<Waiting> next;
  {
    const std::scoped_lock lock(mutex_);
    next = std::exchange(waiting_, std::nullopt);
  }
  if (!next) return;
  for (const auto& each : commands_(next->language))
    if (stop_ || feedProgram(each, spokenLine(next->text), kLongestSpeech, stop_)) return;
}

}  // namespace octo::ui
