#include "ui/cli/edition_argument.h"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include "ui/cli/run.h"
#include "ui/edition_archive.h"
#include "vision/edition/taught_edition.h"

namespace octo::ui {

void addEditionArgument(CLI::App& command, std::string& edition) {
  edition = "print";
  command
      .add_option("--edition", edition,
                  "What the faces look like: \"print\", the folder of a taught edition, or its name")
      ->capture_default_str();
}

std::shared_ptr<const vision::TaughtEdition> taughtEdition(const std::string& option, const std::string& text,
                                                           GameId game) {
  if (text == "print") return nullptr;
  try {
    auto edition = std::make_shared<const vision::TaughtEdition>(editionNamed(text));
    if (edition->game() == game) return edition;
    throw BadInput(option + " " + text + ": \"" + edition->list().name + "\" is an edition of " +
                   std::string(title(edition->game())) + "; one of " + std::string(title(game)) + " was expected");
  } catch (const vision::EditionError& error) {
    throw BadInput(option + " " + error.what());
  }
}

}  // namespace octo::ui
