#include <CLI/App.hpp>
#include <iostream>
#include <memory>

#include "datasets/commands.h"
#include "datasets/scene/octagone_script.h"
#include "tracker/record/record_io.h"
#include "ui/cli/run.h"

namespace octo::datasets {
namespace {

struct Arguments {
  std::string game, record;
  std::uint64_t seed = 0;
  OctagonePlay play;
};

void writeScript(const Arguments& arguments) {
  if (parseGame(arguments.game) != GameId::Octagone)
    throw ui::BadInput("--game " + arguments.game + ": scripts can be made for octagone");
  const tracker::Record record = arguments.record.empty() ? playOctagone(arguments.seed, arguments.play)
                                                          : tracker::readRecordFile(arguments.record);
  try {
    for (const LayoutLine& line : layOutOctagone(record, arguments.seed)) std::cout << line.toJson().dump() << '\n';
  } catch (const Malformed& error) {
    throw ui::BadInput(arguments.record + ": " + error.what());
  }
}

}  // namespace

void addScript(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("script", "a plausible layout of a whole game, a line an event");
  command->add_option("--game", arguments->game, "octagone")->required();
  command->add_option("--record", arguments->record, "lay out this game instead of a new one");
  command->add_option("--seed", arguments->seed, "whatever is left to chance follows from it")->required();
  command->add_option("--players", arguments->play.players, "2 or 4")->check(CLI::IsMember({2, 4}));
  command->add_option("--breaches", arguments->play.breaches, "share of turns with a breach")
      ->check(CLI::Range(0.0, 1.0));
  command->callback([arguments, &status] {
    writeScript(*arguments);
    status = 0;
  });
}

}  // namespace octo::datasets
