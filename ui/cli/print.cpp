#include <CLI/App.hpp>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "tracker/vocabulary/game_id.h"
#include "ui/cli/commands.h"
#include "ui/cli/run.h"
#include "vision/edition/edition.h"
#include "vision/edition/print_sheets.h"

namespace octo::ui {
namespace {

struct Arguments {
  std::string game, out, paper = "a4";
  bool backs = false;
};

/// Whole or not at all: a file that was there before stays as it is until the new one is complete.
void writeWhole(const std::filesystem::path& file, const std::string& bytes) {
  const std::filesystem::path part = file.string() + ".part";
  std::ofstream out(part, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.close();
  std::error_code error;
  if (out) std::filesystem::rename(part, file, error);
  if (out && !error) return;
  std::error_code ignored;
  std::filesystem::remove(part, ignored);
  throw BadInput(file.string() + ": cannot be written");
}

void print(const Arguments& arguments) {
  const auto game = parseGame(arguments.game);
  if (!game) throw BadInput("--game " + arguments.game + ": expected octagone, octal, oct8 or octa");
  const auto paper = vision::parsePaper(arguments.paper);
  if (!paper) throw BadInput("--paper " + arguments.paper + ": expected a4, letter, a3 or a2");
  const std::string heading = std::string(title(*game)) + ": print and play";
  writeWhole(arguments.out, vision::printSheets(vision::printEdition(*game), heading, {*paper, arguments.backs}));
}

}  // namespace

void addPrint(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand("print", "the print-and-play edition as a PDF true to scale");
  command->add_option("--game", arguments->game, "octagone, octal, oct8 or octa")->required();
  command->add_option("--out", arguments->out, "the PDF to write")->required();
  command->add_option("--paper", arguments->paper, "a4 (default), letter, a3 or a2");
  command->add_flag("--backs", arguments->backs, "with the backs, for printing on both sides");
  command->callback([arguments, &status] {
    print(*arguments);
    status = 0;
  });
}

}  // namespace octo::ui
