#include <fmt/format.h>
#include <CLI/App.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "tracker/messages/catalogue.h"
#include "tracker/vocabulary/game_id.h"
#include "ui/cli/commands.h"
#include "ui/cli/run.h"
#include "vision/edition/edition.h"
#include "vision/edition/print_sheets.h"

namespace octo::ui {
namespace {

struct PrintArguments {
  std::string game, out, paper = "a4", language = "en";
  bool backs = false, oneSided = false;
  std::optional<int> players;
  bool mat = true;
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

bool hasCards(const vision::Edition& edition) {
  return std::any_of(edition.faces().begin(), edition.faces().end(),
                     [](const vision::FaceArt& art) { return art.shape == vision::Shape::Card; });
}

/// The mat for so many players, or for the fewest there is one for; nothing where the game has a board.
std::optional<Face> matFor(const vision::Edition& edition, std::optional<int> players) {
  const std::vector<int> known = vision::playersWithGround(edition);
  if (players && std::find(known.begin(), known.end(), *players) == known.end())
    throw BadInput(
        fmt::format("--players {}: expected a number the game has a mat for: {}", *players, fmt::join(known, ", ")));
  const Face ground = edition.ground(players.value_or(known.front()));
  return edition.art(ground).shape == vision::Shape::Mat ? std::optional(ground) : std::nullopt;
}

void print(const PrintArguments& arguments) {
  const auto game = parseGame(arguments.game);
  if (!game) throw BadInput("--game " + arguments.game + ": expected octagone, octal, oct8 or octa");
  const auto paper = vision::parsePaper(arguments.paper);
  if (!paper) throw BadInput("--paper " + arguments.paper + ": expected a4, letter, a3 or a2");
  const std::string heading = std::string(title(*game)) + ": print and play";
  const vision::Edition& edition = vision::printEdition(*game);
  vision::PrintOptions options{*paper, arguments.backs || (hasCards(edition) && !arguments.oneSided), std::nullopt};
  if (arguments.mat) options.mat = matFor(edition, arguments.players);
  options.reference = vision::referenceCard(*game, arguments.language);
  writeWhole(arguments.out, vision::printSheets(edition, heading, options));
}

}  // namespace

void addPrint(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<PrintArguments>();
  CLI::App* command = app.add_subcommand("print", "the print-and-play edition as a PDF true to scale");
  command->add_option("--game", arguments->game, "octagone, octal, oct8 or octa")->required();
  command->add_option("--out", arguments->out, "the PDF to write")->required();
  command->add_option("--paper", arguments->paper, "a4 (default), letter, a3 or a2");
  command
      ->add_option("--language", arguments->language,
                   "of the reference card that comes with The OCTAL: en (default), ja, nl, it or de")
      ->check(CLI::IsMember(tracker::languages()));
  command->add_flag("--backs", arguments->backs,
                    "with backs, for printing on both sides; the default where there are cards");
  command->add_flag("--no-backs", arguments->oneSided, "without backs")->excludes("--backs");
  command->add_option("--players", arguments->players, "whose mat to print; the fewest there can be if left out");
  command->add_flag("--mat,!--no-mat", arguments->mat, "the mat on the last sheets (default), or none");
  command->callback([arguments, &status] {
    print(*arguments);
    status = 0;
  });
}

}  // namespace octo::ui
