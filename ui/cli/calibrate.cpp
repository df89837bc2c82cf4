#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <optional>
#include <stdexcept>
#include <string>

#include "tracker/follow/follower.h"
#include "tracker/referee/game_options.h"
#include "ui/annotate.h"
#include "ui/calibration.h"
#include "ui/cli/commands.h"
#include "ui/cli/corner_arguments.h"
#include "ui/cli/game_arguments.h"
#include "ui/cli/recognition_json.h"
#include "ui/cli/run.h"
#include "ui/history/event_lines.h"
#include "vision/capture/picture.h"
#include "vision/capture/public_name.h"
#include "vision/capture/source.h"
#include "vision/pipeline.h"

namespace octo::ui {
namespace {

/// Seconds of a source that are searched for the table.
constexpr double kLongestLook = 10;

struct CalibrateArguments {
  std::string game;
  std::string source;
  CornerArguments corners;
  std::string picture;
  /// 0: the fewest that the game is played by.
  int players = 0;
  bool forget = false;
};

/// What was found, in one picture.
struct Found {
  cv::Mat picture;
  vision::View view;
};

bool isStillPicture(const std::string& source) {
  return vision::hasPictureName(source) && std::filesystem::is_regular_file(source);
}

Found lookAtPicture(const CalibrateArguments& arguments, GameId game) {
  Found found{vision::loadPicture(arguments.source), {}};
  const auto corners = cornersFor(arguments.corners, arguments.source, game, found.picture.size());
  const vision::Recognition seen = vision::recognize(game, found.picture, corners);
  found.view.table = seen.table;
  found.view.foundBy = seen.foundBy;
  found.view.sightings = std::make_shared<const std::vector<vision::Sighting>>(seen.pieces);
  return found;
}

/// The first picture in which the table lies still and is found; the last one looked at where there is none.
Found lookAtSource(const CalibrateArguments& arguments, GameId game) {
  const auto source = vision::openSource(arguments.source);
  Found found;
  std::optional<vision::Pipeline> pipeline;
  for (vision::Frame frame; source->next(frame);) {
    if (!pipeline)
      pipeline.emplace(vision::PipelineOptions{
          .game = game, .corners = cornersFor(arguments.corners, arguments.source, game, frame.bgr.size())});
    found.view = pipeline->step(frame);
    found.picture = frame.bgr;
    if (found.view.observation || frame.time > kLongestLook) break;
  }
  if (found.picture.empty()) throw BadInput(vision::publicName(arguments.source) + ": has no pictures");
  found.picture = found.picture.clone();
  return found;
}

std::string_view text(vision::FoundBy by) {
  switch (by) {
    case vision::FoundBy::GivenCorners:
      return "corners";
    case vision::FoundBy::CornerMarkers:
      return "corner markers";
    case vision::FoundBy::Marks:
      return "marks";
    case vision::FoundBy::Nothing:
      break;
  }
  return "nothing";
}

Json zonesOf(GameId game, int players, const vision::TableView& view) {
  Json zones = Json::array();
  for (const Zone& zone : tracker::seededLayout(game, players).zones)
    zones.push_back({{"zone", zone.name}, {"outline", outlineJson(outlineOf(zone.area, view))}});
  return zones;
}

void writePicture(const CalibrateArguments& arguments, GameId game, const Found& found) {
  const std::string by = "found by " + std::string(text(found.view.foundBy));
  const cv::Mat picture =
      withZones(found.picture, found.view.table, tracker::seededLayout(game, arguments.players), by);
  try {
    if (cv::imwrite(arguments.picture, picture)) return;
  } catch (const cv::Exception&) {  // a name without a kind of picture
  }
  throw BadInput(arguments.picture + ": could not be written; a .png or .jpg in a folder that is there was expected");
}

/// Where the table and its zones lie; keeps the corners that were given.
int calibrate(CalibrateArguments arguments) {
  const GameId game = gameOf(arguments.game);
  if (arguments.players == 0) arguments.players = tracker::choicesOf(game).players.front();
  checkPlayable(game, arguments.players, Json::object());
  const auto file = calibrationsFile();
  if (arguments.forget) {
    const bool was = forgetCalibration(file, arguments.source, game);
    std::cout << Json{{"source", vision::publicName(arguments.source)}, {"forgotten", was}}.dump() << '\n';
    return was ? 0 : 1;
  }
  const auto given = cornersOf(arguments.corners);
  const Found found = isStillPicture(arguments.source) ? lookAtPicture(arguments, game) : lookAtSource(arguments, game);
  if (!given.empty()) keepCalibration(file, {arguments.source, game, found.picture.size(), given});
  const auto& table = found.view.table;
  Json line{{"source", vision::publicName(arguments.source)},
            {"width", found.picture.cols},
            {"height", found.picture.rows},
            {"found_by", text(found.view.foundBy)},
            {"table", tableJson(table)},
            {"zones", table ? zonesOf(game, arguments.players, *table) : Json::array()},
            {"kept", !given.empty()}};
  std::cout << printed(line) << '\n';
  if (!arguments.picture.empty()) writePicture(arguments, game, found);
  return table ? 0 : 1;
}

}  // namespace

void addCalibrate(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<CalibrateArguments>();
  CLI::App* command = app.add_subcommand("calibrate", "Find the table and its zones; keep corners shown by hand");
  command->add_option("--game", arguments->game, gameNames())->required();
  command
      ->add_option("--source", arguments->source,
                   "Camera index, video file, folder of images, stream URL, or one picture")
      ->required();
  addCornerArguments(*command, arguments->corners);
  command->add_option("--players", arguments->players, "How many play: for the zones")->check(CLI::PositiveNumber);
  command->add_option("--picture", arguments->picture, "Write the picture with what was found drawn over it");
  command->add_flag("--forget", arguments->forget, "Forget the corners that were kept for this source and game");
  command->callback([arguments, &status] {
    try {
      status = calibrate(*arguments);
    } catch (const std::out_of_range& error) {
      throw BadInput(error.what());
    }
  });
}

}  // namespace octo::ui
