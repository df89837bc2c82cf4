#include "datasets/evaluate.h"

#include <CLI/App.hpp>

namespace octo::datasets {

CLI::App& evaluateCommand(CLI::App& app) {
  for (CLI::App* command : app.get_subcommands([](CLI::App* some) { return some->get_name() == "evaluate"; }))
    return *command;
  CLI::App* command = app.add_subcommand("evaluate", "figures of how well the program does, one JSON line each");
  command->require_subcommand(1);
  return *command;
}

}  // namespace octo::datasets
