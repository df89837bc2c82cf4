#include "ui/views/game_options.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace octo::ui {
namespace {

struct OptionLabel {
  GameId game;
  std::string_view option, label;
};

constexpr std::array kOptionLabels{
    OptionLabel{GameId::Octagone, "part", "Rules"},        OptionLabel{GameId::Octagone, "lady", "White Lady"},
    OptionLabel{GameId::Octagone, "corner", "Corners"},    OptionLabel{GameId::Octagone, "hands", "Shields in hand"},
    OptionLabel{GameId::Octal, "mode", "Questions"},       OptionLabel{GameId::Octal, "podium", "Ends with"},
    OptionLabel{GameId::Oct8, "bonus", "Bonus"},           OptionLabel{GameId::Oct8, "short", "Heads"},
    OptionLabel{GameId::Octa, "jack_card", "Jack's card"}, OptionLabel{GameId::Octa, "extend", "Extend"},
};

struct ValueLabel {
  GameId game;
  std::string_view option;
  /// As it is written in a record.
  std::string_view value, label;
};

constexpr std::array kValueLabels{
    ValueLabel{GameId::Octagone, "part", "2", "Part 2: connected edges"},
    ValueLabel{GameId::Octagone, "part", "1", "Part 1"},
    ValueLabel{GameId::Octagone, "lady", "\"arrow\"", "points like a shield"},
    ValueLabel{GameId::Octagone, "lady", "\"marks\"", "marks her own box"},
    ValueLabel{GameId::Octagone, "corner", "\"four\"", "four directions"},
    ValueLabel{GameId::Octagone, "corner", "\"five\"", "five directions"},
    ValueLabel{GameId::Octagone, "hands", "\"hidden\"", "hidden"},
    ValueLabel{GameId::Octagone, "hands", "\"open\"", "open to all"},
    ValueLabel{GameId::Octal, "mode", "\"twin\"", "two"},
    ValueLabel{GameId::Octal, "mode", "\"single\"", "one"},
    ValueLabel{GameId::Octal, "podium", "1", "the first out"},
    ValueLabel{GameId::Octal, "podium", "3", "the third out"},
    ValueLabel{GameId::Oct8, "bonus", "\"colour\"", "own colour"},
    ValueLabel{GameId::Oct8, "bonus", "\"all-arms\"", "all arms"},
    ValueLabel{GameId::Oct8, "bonus", "\"faq\"", "every octopus"},
    ValueLabel{GameId::Oct8, "short", "false", "all"},
    ValueLabel{GameId::Oct8, "short", "true", "two of each colour fewer"},
    ValueLabel{GameId::Octa, "jack_card", "\"hand\"", "to the hand"},
    ValueLabel{GameId::Octa, "jack_card", "\"discard\"", "to the discard pile"},
    ValueLabel{GameId::Octa, "extend", "\"any\"", "any run"},
    ValueLabel{GameId::Octa, "extend", "\"own\"", "own runs"},
};

}  // namespace

std::string labelOf(GameId game, const std::string& option) {
  const auto found = std::find_if(kOptionLabels.begin(), kOptionLabels.end(),
                                  [&](const auto& each) { return each.game == game && each.option == option; });
  return found == kOptionLabels.end() ? option : std::string(found->label);
}

std::string labelOf(GameId game, const std::string& option, const Json& value) {
  const std::string written = value.dump();
  const auto found = std::find_if(kValueLabels.begin(), kValueLabels.end(), [&](const auto& each) {
    return each.game == game && each.option == option && each.value == written;
  });
  return found == kValueLabels.end() ? written : std::string(found->label);
}

std::string shortened(const std::string& name) {
  constexpr std::size_t kLetters = 9;
  std::size_t end = 0;
  for (std::size_t letters = 0; end < name.size(); ++end) {
    const bool begins = (static_cast<unsigned char>(name[end]) & 0xc0) != 0x80;
    if (begins && letters++ == kLetters) return name.substr(0, end) + "…";
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
