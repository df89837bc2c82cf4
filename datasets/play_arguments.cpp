#include "datasets/play_arguments.h"

#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <filesystem>

#include "ui/cli/game_arguments.h"
#include "ui/cli/run.h"

namespace octo::datasets {

void addPeople(CLI::App& command, std::optional<Habits>& people) {
  command.add_option_function<std::string>(
      "--people",
      [&people](const std::string& file) {
        try {
          people = readHabits(file);
        } catch (const Malformed& error) {
          throw ui::BadInput(error.what());
        }
      },
      "FILE.toml with the habits of each seat");
}

void addEditions(CLI::App& command, Editions& editions, int most) {
  command
      .add_option_function<std::vector<std::string>>(
          "--edition",
          [&editions](const std::vector<std::string>& folders) {
            try {
              for (const std::string& folder : folders) {
                auto taught = std::make_shared<const vision::TaughtEdition>(folder);
                auto whole = std::make_shared<const WholeEdition>(*taught);
                const std::filesystem::path path = std::filesystem::path(folder) / "";
                editions.push_back({path.parent_path().filename().string(), std::move(taught), std::move(whole)});
              }
            } catch (const vision::EditionError& error) {
              throw ui::BadInput(error.what());
            }
          },
          std::string("folder of the edition whose pieces lie on the table; without it our own") +
              (most > 1 ? "; for Octa two decks" : "") + (most > 2 ? ", or more: two for each game in turn" : ""))
      ->expected(1, most);
}

void checkEditions(const Editions& editions, GameId game) {
  for (const DrawnEdition& drawn : editions)
    if (drawn.taught->game() != game)
      throw ui::BadInput("--edition " + drawn.name + ": expected one of " + std::string(title(game)) + ", got " +
                         std::string(title(drawn.taught->game())));
  if (editions.size() > 1 && game != GameId::Octa)
    throw ui::BadInput("--edition " + editions[1].name + ": only Octa is played with two decks");
  if (editions.size() > 2 && editions.size() % 2 != 0)
    throw ui::BadInput("--edition " + editions.back().name + ": a second deck was expected with it");
}

Editions editionsOf(const PlayArguments& arguments, std::uint64_t game) {
  if (arguments.editions.size() <= 2) return arguments.editions;
  const auto first =
      arguments.editions.begin() + static_cast<std::ptrdiff_t>(2 * (game % (arguments.editions.size() / 2)));
  return {first, first + 2};
}

std::string namesOf(const Editions& editions) {
  std::string names;
  for (const DrawnEdition& drawn : editions) names += (names.empty() ? "" : "+") + drawn.name;
  return names;
}

void show(const Editions& editions, RecordingOptions& options) {
  if (!editions.empty()) options.edition = editions.front().whole;
  if (editions.size() > 1) options.stage.secondDeck = editions[1].whole;
}

void addPlayArguments(CLI::App& command, PlayArguments& arguments, int mostEditions) {
  command.add_option("--game", arguments.game, gameNames())->required();
  command.add_option("--players", arguments.options.players, "how many; without it the game's usual number");
  command.add_option("--breaches", arguments.options.breaches, "share of turns with something wrong")
      ->check(CLI::Range(0.0, 1.0));
  command.add_option_function<std::string>(
      "--options", [&arguments](const std::string& list) { arguments.options.options = ui::optionsOf(list); },
      "NAME=VALUE,… that the games are played with, as their rules name them");
  addPeople(command, arguments.people);
  addEditions(command, arguments.editions, mostEditions);
}

void addMishaps(CLI::App& command, RecordingOptions& options) {
  command.add_flag("--bump", options.bump, "the table is knocked once in the middle of the game");
  command.add_flag("--lamp", options.lamp, "a lamp goes on or off in the middle of the game");
  command.add_option("--linger", options.lingers, "share of steps after which a hand stays over the table for seconds")
      ->check(CLI::Range(0.0, 1.0));
}

GameId gameOf(const PlayArguments& arguments) {
  const auto game = parseGame(arguments.game);
  if (!game) throw ui::BadInput("--game " + arguments.game + ": expected " + gameNames());
  checkEditions(arguments.editions, *game);
  const int players = arguments.options.players;
  ui::checkPlayable(*game, players == 0 ? playersOf(*game).front() : players, arguments.options.options);
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
    return layOut(record, seed, habitsOr(arguments.people, seed, static_cast<int>(record.header.players.size())));
  } catch (const Malformed& error) {
    throw ui::BadInput(arguments.record + ": " + error.what());
  }
}

}  // namespace octo::datasets
