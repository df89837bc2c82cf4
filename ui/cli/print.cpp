#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "tracker/messages/catalogue.h"
#include "tracker/vocabulary/game_id.h"
#include "ui/cli/commands.h"
#include "ui/cli/run.h"
#include "ui/print_edition.h"

namespace octo::ui {
namespace {

struct PrintArguments {
  std::string game, out;
  PrintChoices choices;
  bool backs = false, oneSided = false;
};

void print(PrintArguments arguments) {
  const auto game = parseGame(arguments.game);
  if (!game) throw BadInput("--game " + arguments.game + ": expected " + gameNames());
  arguments.choices.game = *game;
  if (arguments.backs || arguments.oneSided) arguments.choices.backs = arguments.backs;
  printEditionTo(arguments.out, arguments.choices);
}

}  // namespace

void addPrint(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<PrintArguments>();
  CLI::App* command = app.add_subcommand("print", "the print-and-play edition as a PDF true to scale");
  command->add_option("--game", arguments->game, gameNames())->required();
  command->add_option("--out", arguments->out, "the PDF to write")->required();
  command->add_option("--paper", arguments->choices.paper, "a4 (default), letter, a3 or a2");
  command
      ->add_option("--language", arguments->choices.language,
                   "of the reference card that comes with The OCTAL: en (default), ja, nl, it or de")
      ->check(CLI::IsMember(tracker::languages()));
  command->add_flag("--backs", arguments->backs,
                    "with backs, for printing on both sides; the default where there are cards");
  command->add_flag("--no-backs", arguments->oneSided, "without backs")->excludes("--backs");
  command->add_option("--players", arguments->choices.players,
                      "whose mat to print; the fewest there can be if left out");
  command->add_flag("--mat,!--no-mat", arguments->choices.mat, "the mat on the last sheets (default), or none");
  command->callback([arguments, &status] {
    print(*arguments);
    status = 0;
  });
}

}  // namespace octo::ui
