#include "tracker/referee/game_options.h"

#include <algorithm>

#include "tracker/registry/game_module.h"

namespace octo::tracker {
namespace {

std::string plain(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// "a", "a or b", "a, b or c".
std::string either(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t n = 0; n < words.size(); ++n)
    text += (n == 0 ? "" : n + 1 == words.size() ? " or " : ", ") + words[n];
  return text;
}

std::string namesOf(const GameChoices& choices) {
  std::vector<std::string> names;
  for (const GameOption& each : choices.options) names.push_back(each.name);
  return either(names);
}

std::string valuesOf(const GameOption& option, int players) {
  std::vector<std::string> values;
  for (const OptionChoice& each : option.choices)
    if (each.possible.contains(players)) values.push_back(plain(each.value));
  return either(values);
}

}  // namespace

const GameOption* GameChoices::option(std::string_view name) const {
  const auto found = std::find_if(options.begin(), options.end(), [&](const auto& each) { return each.name == name; });
  return found == options.end() ? nullptr : &*found;
}

const GameChoices& choicesOf(GameId game) { return gameModule(game).choices; }

std::vector<OptionChoice> offered(const GameOption& option, int players) {
  std::vector<OptionChoice> choices;
  for (const OptionChoice& each : option.choices)
    if (each.possible.contains(players) && each.offered.contains(players)) choices.push_back(each);
  return choices;
}

std::string troubleWith(GameId game, int players, const Json& options) {
  const GameChoices& choices = choicesOf(game);
  const std::string title(octo::title(game));
  if (std::find(choices.players.begin(), choices.players.end(), players) == choices.players.end()) {
    std::vector<std::string> numbers;
    for (const int each : choices.players) numbers.push_back(std::to_string(each));
    return title + " is played by " + either(numbers) + " players, not " + std::to_string(players);
  }
  for (const auto& [name, value] : options.items()) {
    const GameOption* option = choices.option(name);
    if (!option && choices.options.empty()) return title + " has no options; \"" + name + "\" was given";
    if (!option) return title + " has no option \"" + name + "\"; it has " + namesOf(choices);
    const auto choice = std::find_if(option->choices.begin(), option->choices.end(),
                                     [&, &wanted = value](const OptionChoice& each) { return each.value == wanted; });
    const std::string values = valuesOf(*option, players);
    if (choice == option->choices.end()) return "\"" + name + "\" must be " + values + ", not " + plain(value);
    if (!choice->possible.contains(players))
      return "\"" + name + "\" must be " + values + " with " + std::to_string(players) + " players, not " +
             plain(value);
  }
  return {};
}

}  // namespace octo::tracker
