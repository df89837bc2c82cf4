#include <CLI/App.hpp>
#include <iostream>
#include <memory>

#include "datasets/commands.h"
#include "datasets/play_arguments.h"

namespace octo::datasets {
namespace {

struct ScriptArguments {
  PlayArguments play;
  std::uint64_t seed = 0;
};

void writeScript(const ScriptArguments& arguments) {
  const GameId game = gameOf(arguments.play);
  const tracker::Record record = recordOf(arguments.play, game, arguments.seed);
  for (const LayoutLine& line : scriptOf(arguments.play, record, arguments.seed))
    std::cout << line.toJson().dump() << '\n';
}

}  // namespace

void addScript(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<ScriptArguments>();
  CLI::App* command = app.add_subcommand("script", "a plausible layout of a whole game, a line an event");
  addPlayArguments(*command, arguments->play);
  command->add_option("--record", arguments->play.record, "lay out this game instead of a new one");
  command->add_option("--seed", arguments->seed, "whatever is left to chance follows from it")->required();
  command->callback([arguments, &status] {
    writeScript(*arguments);
    status = 0;
  });
}

}  // namespace octo::datasets
