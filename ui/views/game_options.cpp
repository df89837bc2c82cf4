#include "ui/views/game_options.h"

#include <algorithm>

namespace octo::ui {

std::string labelOf(const Words& words, const std::string& option) {
  return words.sayOr("option." + std::string(name(words.game())) + "." + option, option);
}

std::string labelOf(const Words& words, const std::string& option, const Json& value) {
  const std::string written = value.is_string() ? value.get<std::string>() : value.dump();
  return words.sayOr("option." + std::string(name(words.game())) + "." + option + "." + written, written);
}

std::string shortened(const std::string& name, std::size_t mostLetters) {
  std::size_t end = 0;
  for (std::size_t letters = 0; end < name.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(name[end]) & 0xc0) != 0x80;
    if (begins && letters++ == mostLetters) return name.substr(0, end) + "…";
  }
  return name;
}

bool isOpen(const tracker::GameOption& option, int players) { return tracker::offered(option, players).size() > 1; }

bool canBeFoundOut(const tracker::GameOption& option, int players) {
  return option.seenOnTable && isOpen(option, players);
}

ChosenOption forHeader(const tracker::GameOption& option, const ChosenOption& chosen, int players) {
  const auto choices = tracker::offered(option, players);
  const auto has = [&](const Json& value) {
    return std::any_of(choices.begin(), choices.end(), [&](const auto& each) { return each.value == value; });
  };
  if (choices.size() == 1 && choices.front().value != option.choices.front().value) return choices.front().value;
  return chosen && has(*chosen) && choices.size() > 1 ? chosen : std::nullopt;
}

}  // namespace octo::ui
