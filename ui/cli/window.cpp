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
  app.add_option("--db", *database, "The games' file (default: octoscope/games.db under $XDG_DATA_HOME)");
  app.callback([&app, database] {
    if (!app.get_subcommands().empty()) return;
    AppOptions options;
    options.database = database->empty() ? db::defaultFile() : std::filesystem::path(*database);
    App(options).run();
  });
}

}  // namespace octo::ui
