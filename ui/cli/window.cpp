#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <memory>
#include <string>

#include "db/store.h"
#include "ui/app.h"
#include "ui/cli/commands.h"

namespace octo::ui {

void addWindow(CLI::App& app, int&) {
  auto database = std::make_shared<std::string>();
  CLI::Option* db =
      app.add_option("--db", *database, "The games' file (default: octoscope/games.db under $XDG_DATA_HOME)");
  auto doubts = std::make_shared<std::string>();
  CLI::Option* saveDoubt = app.add_option(
      "--save-doubt", *doubts,
      "A folder for the pictures, readings and possible games wherever the window was unsure or corrected");
  // Before a command's name they would be the window's, and passed over. So they are refused there.
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    command->excludes(db)->excludes(saveDoubt);
  app.callback([&app, database, doubts] {
    if (!app.get_subcommands().empty()) return;
    AppOptions options;
    options.database = database->empty() ? db::defaultFile() : std::filesystem::path(*database);
    options.doubts = *doubts;
    App(options).run();
  });
}

}  // namespace octo::ui
