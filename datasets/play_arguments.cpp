#include "datasets/play_arguments.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <charconv>

#include "ui/cli/run.h"

namespace octo::datasets {
namespace {

std::string listed(std::vector<int> numbers) {
  std::sort(numbers.begin(), numbers.end());
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

/// A number, true or false where it is written as one, otherwise text.
Json optionValue(const std::string& text) {
  if (text == "true" || text == "false") return text == "true";
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return number;
  return text;
}

Json optionsFrom(const std::vector<std::string>& list) {
  Json options = Json::object();
  for (const std::string& each : list) {
    const std::size_t equals = each.find('=');
    if (equals == std::string::npos || equals == 0) throw ui::BadInput("--options " + each + ": expected NAME=VALUE,…");
    options[each.substr(0, equals)] = optionValue(each.substr(equals + 1));
  }
  return options;
}

}  // namespace

void addPlayArguments(CLI::App& command, PlayArguments& arguments) {
  command.add_option("--game", arguments.game, "octagone, octal, oct8 or octa")->required();
  command.add_option("--players", arguments.options.players, "how many; without it the game's usual number");
  command.add_option("--breaches", arguments.options.breaches, "share of turns with something wrong")
      ->check(CLI::Range(0.0, 1.0));
  command
      .add_option_function<std::vector<std::string>>(
          "--options", [&arguments](const auto& list) { arguments.options.options = optionsFrom(list); },
          "NAME=VALUE,… that the games are played with, as their rules name them")
      ->delimiter(',');
}

void addMishaps(CLI::App& command, RecordingOptions& options) {
  command.add_flag("--bump", options.bump, "the table is knocked once in the middle of the game");
  command.add_flag("--lamp", options.lamp, "a lamp goes on or off in the middle of the game");
  command.add_option("--linger", options.lingers, "share of steps after which a hand stays over the table for seconds")
      ->check(CLI::Range(0.0, 1.0));
}

GameId gameOf(const PlayArguments& arguments) {
  const auto game = parseGame(arguments.game);
  if (!game) throw ui::BadInput("--game " + arguments.game + ": expected octagone, octal, oct8 or octa");
  const std::vector<int>& allowed = playersOf(*game);
  const int players = arguments.options.players;
  if (players != 0 && std::find(allowed.begin(), allowed.end(), players) == allowed.end())
    throw ui::BadInput("--players " + std::to_string(players) + ": expected one of " + listed(allowed));
  return *game;
}

tracker::Record recordOf(const PlayArguments& arguments, GameId game, std::uint64_t seed) {
  if (!arguments.record.empty()) {
    tracker::Record record = tracker::readRecordFile(arguments.record);
    if (record.header.game != game) throw ui::BadInput(arguments.record + ": expected a game of " + arguments.game);
    return record;
  }
  try {
    return playGame(game, seed, arguments.options);
  } catch (const Malformed& error) {
    throw ui::BadInput("--options " + arguments.options.options.dump() + ": " + error.what());
  }
}

std::vector<LayoutLine> scriptOf(const PlayArguments& arguments, const tracker::Record& record, std::uint64_t seed) {
  try {
    return layOut(record, seed);
  } catch (const Malformed& error) {
    throw ui::BadInput(arguments.record + ": " + error.what());
  }
}

}  // namespace octo::datasets
