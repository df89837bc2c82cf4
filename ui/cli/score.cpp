#include <CLI/App.hpp>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tracker/follow/follower.h"
#include "tracker/tally/tally.h"
#include "tracker/vocabulary/json.h"
#include "ui/cli/commands.h"
#include "ui/cli/corner_arguments.h"
#include "ui/cli/edition_argument.h"
#include "ui/cli/game_arguments.h"
#include "ui/cli/run.h"
#include "vision/capture/picture.h"
#include "vision/edition/taught_edition.h"
#include "vision/pipeline.h"
#include "vision/read/taught/recognize_taught.h"
#include "vision/seen_pieces.h"

namespace octo::ui {
namespace {

struct ScoreArguments {
  GameArguments game;
  CornerArguments corners;
  std::string edition;
  std::vector<std::string> images;
  /// Oct8: an octopus colour a player, "?" where nobody told it.
  std::vector<std::string> colours;
};

/// Throws BadInput where the game has no octopus colours or they do not fit the players.
void tellColours(const std::vector<std::string>& colours, GameHeader& header) {
  if (colours.empty()) return;
  if (header.game != GameId::Oct8) throw BadInput("--colours: octopus colours were given; only Oct8 has them");
  if (colours.size() != header.players.size())
    throw BadInput("--colours: one for each of the " + std::to_string(header.players.size()) +
                   " players was expected: red, green, blue, or ? where it was not told");
  Json& told = header.setup["colours"] = Json::array();
  for (const std::string& colour : colours) {
    if (colour != "?" && colour != "red" && colour != "green" && colour != "blue")
      throw BadInput("--colours: red, green, blue or ? was expected, not \"" + colour + "\"");
    told.push_back(colour == "?" ? Json() : Json(colour));
  }
}

/// `taught`: null for our own print edition.
std::string scoreImage(const GameHeader& header, const Layout& layout, const std::string& file,
                       const std::vector<vision::ImagePoint>& corners, const vision::TaughtRecognizer* taught) {
  const cv::Mat picture = vision::loadPicture(file);
  const vision::Recognition seen =
      taught ? taught->recognize(picture, corners) : vision::recognize(header.game, picture, corners);
  if (!seen.table)
    throw BadInput(file + ": the table was not found; the mat's markers, or --corners of the play area, were expected");
  Json line{{"image", file}};
  line.update(tracker::tally(header, layout, vision::seenPieces(seen.pieces)).toJson());
  return line.dump(-1, ' ', false, Json::error_handler_t::replace);
}

void scoreImages(const ScoreArguments& arguments) {
  GameHeader header = headerOf(arguments.game);
  tellColours(arguments.colours, header);
  const auto corners = cornersOf(arguments.corners);
  const Layout layout = tracker::seededLayout(header.game, static_cast<int>(header.players.size()));
  (void)tracker::tally(header, layout, {});  // says at once what is wrong with the header
  const auto edition = taughtEdition("--edition", arguments.edition, header.game);
  const auto taught = edition ? std::make_unique<const vision::TaughtRecognizer>(*edition) : nullptr;
  for (const std::string& image : arguments.images)
    std::cout << scoreImage(header, layout, image, corners, taught.get()) << std::endl;
}

}  // namespace

void addScore(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<ScoreArguments>();
  CLI::App* command = app.add_subcommand("score", "what the table in a picture is worth at the end of a game");
  addGameArguments(*command, arguments->game);
  addCornerArguments(*command, arguments->corners);
  addEditionArgument(*command, arguments->edition);
  command
      ->add_option("--colours", arguments->colours,
                   "Oct8: each player's octopus colour, red, green, blue, or ? for what lies on the turn place")
      ->delimiter(',');
  command->add_option("images", arguments->images, "PNG, JPEG, WebP or BMP files")->required();
  command->callback([arguments, &status] {
    status = 0;
    scoreImages(*arguments);
  });
}

}  // namespace octo::ui
