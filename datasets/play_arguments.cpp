#include "datasets/play_arguments.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

#include "ui/cli/run.h"

namespace octo::datasets {
namespace {

std::string listed(std::vector<int> numbers) {
  std::sort(numbers.begin(), numbers.end());
  std::string text;
  for (const int number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
  return text;
}

}  // namespace

void addPlayArguments(CLI::App& command, PlayArguments& arguments) {
  command.add_option("--game", arguments.game, "octagone, octal, oct8 or octa")->required();
  command.add_option("--players", arguments.options.players, "how many; without it the game's usual number");
  command.add_option("--breaches", arguments.options.breaches, "share of turns with something wrong")
      ->check(CLI::Range(0.0, 1.0));
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
  return playGame(game, seed, arguments.options);
}

std::vector<LayoutLine> scriptOf(const PlayArguments& arguments, const tracker::Record& record, std::uint64_t seed) {
  try {
    return layOut(record, seed);
  } catch (const Malformed& error) {
    throw ui::BadInput(arguments.record + ": " + error.what());
  }
}

}  // namespace octo::datasets
