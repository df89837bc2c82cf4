#include "ui/print_edition.h"

#include <fmt/format.h>

#include <algorithm>

#include "ui/cli/run.h"
#include "ui/history/write_file.h"
#include "vision/edition/edition.h"
#include "vision/edition/print_sheets.h"

namespace octo::ui {
namespace {

bool hasCards(const vision::Edition& edition) {
  return std::any_of(edition.faces().begin(), edition.faces().end(),
                     [](const vision::FaceArt& art) { return art.shape == vision::Shape::Card; });
}

bool isMat(const vision::Edition& edition, int players) {
  return edition.art(edition.ground(players)).shape == vision::Shape::Mat;
}

/// The mat for so many players, or for the fewest there is one for; nothing where the game has a board.
std::optional<Face> matFor(const vision::Edition& edition, std::optional<int> players) {
  const std::vector<int> known = vision::playersWithGround(edition);
  if (players && std::find(known.begin(), known.end(), *players) == known.end())
    throw BadInput(
        fmt::format("--players {}: expected a number the game has a mat for: {}", *players, fmt::join(known, ", ")));
  const int number = players.value_or(known.front());
  return isMat(edition, number) ? std::optional(edition.ground(number)) : std::nullopt;
}

}  // namespace

const std::vector<std::string>& papers() {
  static const std::vector<std::string> all{"a4", "letter", "a3", "a2"};
  return all;
}

std::vector<int> matsOf(GameId game) {
  const vision::Edition& edition = vision::printEdition(game);
  std::vector<int> players = vision::playersWithGround(edition);
  std::erase_if(players, [&](int number) { return !isMat(edition, number); });
  return players;
}

void printEditionTo(const std::filesystem::path& file, const PrintChoices& choices) {
  const auto paper = vision::parsePaper(choices.paper);
  if (!paper) throw BadInput("--paper " + choices.paper + ": expected a4, letter, a3 or a2");
  const vision::Edition& edition = vision::printEdition(choices.game);
  vision::PrintOptions options{*paper, choices.backs.value_or(hasCards(edition)), std::nullopt};
  if (choices.mat) options.mat = matFor(edition, choices.players);
  options.reference = vision::referenceCard(choices.game, choices.language);
  const std::string heading = std::string(title(choices.game)) + ": print and play";
  writeFile(file, vision::printSheets(edition, heading, options));
}

}  // namespace octo::ui
