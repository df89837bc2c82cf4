#include <spdlog/spdlog.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <thread>

#include "ui/cli/commands.h"
#include "ui/cli/corner_arguments.h"
#include "ui/cli/edition_argument.h"
#include "ui/cli/game_arguments.h"
#include "ui/cli/print_line.h"
#include "ui/cli/run.h"
#include "ui/history/event_lines.h"
#include "ui/history/export_game.h"
#include "ui/history/write_file.h"
#include "ui/kept_game.h"
#include "ui/session/table_session.h"
#include "vision/capture/public_name.h"
#include "vision/read/reader.h"

namespace octo::ui {
namespace {

struct TrackArguments {
  GameArguments game;
  CornerArguments corners;
  std::string edition;
  std::string source;
  std::string layout;
  std::string record;
  std::string database;
  std::string doubts;
  bool realtime = false;
  bool photographs = false;
};

Layout layoutOf(const TrackArguments& arguments, const GameHeader& header) {
  if (arguments.layout.empty()) return tracker::seededLayout(header.game, static_cast<int>(header.players.size()));
  std::ifstream in(arguments.layout, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in) throw BadInput(arguments.layout + ": cannot be read; a layout file was expected");
  return tracker::parseLayout(text, arguments.layout);
}

std::filesystem::path databaseOf(const TrackArguments& arguments) {
  return arguments.database.empty() ? db::defaultFile() : std::filesystem::path(arguments.database);
}

bool somethingWrong(const std::vector<TrackedEvent>& events) {
  return std::any_of(events.begin(), events.end(),
                     [](const TrackedEvent& each) { return !each.verdict.legal || !each.verdict.exposes.empty(); });
}

/// A game from its first piece on the table, or its setup, to the source's end. Whoever reaches in first begins, unless
/// told.
class Tracking {
 public:
  explicit Tracking(const TrackArguments& arguments)
      : arguments_(arguments),
        session_(
            beginningOf(arguments), [this](const auto& beginning) { return made(beginning); },
            [this](cv::Size picture) { return corners(picture); }, followedEdition(arguments)) {}

  /// Once the source is known to be there.
  void openStore() { store_.emplace(db::Store::open(databaseOf(arguments_))); }

  void see(const vision::Frame& frame) { printLines(session_.see(frame)); }

  /// 0, or 1 where something was found wrong.
  int finish() {
    printLines(session_.finish());
    if (!hasBegun()) throw BadInput(vision::publicName(arguments_.source) + ": no game was seen in it");
    writeRecord();
    Json result = session_.follower().result().toJson();
    result["game_id"] = game_->id();
    printLine(result);
    return somethingWrong(session_.follower().events()) ? 1 : 0;
  }

  /// Also of a game that was cut off.
  void writeRecord() const {
    if (!hasBegun() || arguments_.record.empty()) return;
    db::StoredGame game;
    game.summary.header = session_.follower().header();
    game.events = session_.follower().events();
    writeFile(arguments_.record, asRecord(game));
  }

 private:
  static tracker::Beginning beginningOf(const TrackArguments& arguments) {
    const GameHeader header = headerOf(arguments.game);
    return {header, layoutOf(arguments, header), arguments.game.first.has_value()};
  }

  static TableSession::Edition followedEdition(const TrackArguments& arguments) {
    const GameId game = gameOf(arguments.game);
    auto edition = taughtEdition("--edition", arguments.edition, game);
    if (edition && !vision::followsTaught(game))
      throw BadInput("--edition " + arguments.edition + ": whole games of " + std::string(title(game)) +
                     " are followed with the print edition or any deck; no taught edition was expected");
    return edition;
  }

  bool hasBegun() const { return game_ && session_.follower().begun(); }

  std::unique_ptr<FollowedGame> made(const tracker::Beginning& beginning) {
    auto game = std::make_unique<KeptGame>(beginning, std::move(*store_));
    if (!arguments_.doubts.empty()) game->saveDoubts(arguments_.doubts);
    if (arguments_.photographs) game->keepPhotographs(databaseOf(arguments_));
    game_ = game.get();
    return game;
  }

  std::vector<vision::ImagePoint> corners(cv::Size picture) const {
    return cornersFor(arguments_.corners, arguments_.source, gameOf(arguments_.game), picture);
  }

  const TrackArguments& arguments_;
  std::optional<db::Store> store_;
  /// The session's.
  const KeptGame* game_ = nullptr;
  TableSession session_;
};

/// Holds a recording back to its own pace.
class Pace {
 public:
  void wait(double time) const {
    std::this_thread::sleep_until(start_ +
                                  std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(time)));
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
};

void watch(vision::Source& source, const TrackArguments& arguments, Tracking& tracking) {
  const Pace pace;
  for (vision::Frame frame; source.next(frame);) {
    if (arguments.realtime && !source.live()) pace.wait(frame.time);
    tracking.see(frame);
  }
}

int track(const TrackArguments& arguments) {
  Tracking tracking(arguments);
  (void)cornersOf(arguments.corners);  // says at once what is wrong with them
  const auto source = vision::openSource(arguments.source);
  tracking.openStore();
  try {
    watch(*source, arguments, tracking);
  } catch (const vision::SourceError&) {
    tracking.writeRecord();  // what was seen is stored event by event, and can be continued
    throw;
  }
  return tracking.finish();
}

}  // namespace

void addTrack(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<TrackArguments>();
  CLI::App* command =
      app.add_subcommand("track", "Follow a game from a camera, a video, a folder of pictures or a stream");
  addGameArguments(*command, arguments->game);
  command->add_option("--source", arguments->source, "Camera index, video file, folder of numbered images, stream URL")
      ->required();
  addCornerArguments(*command, arguments->corners);
  addEditionArgument(*command, arguments->edition);
  command->add_option("--layout", arguments->layout, "Layout file (default: the game's own)");
  command->add_option("--record", arguments->record, "Write the game's record here as well");
  command->add_option("--db", arguments->database,
                      "The games' file (default: octoscope/games.db under $XDG_DATA_HOME)");
  command->add_option("--save-doubt", arguments->doubts,
                      "A new folder for the pictures, readings and possible games wherever it was unsure or corrected");
  command->add_flag("--photographs", arguments->photographs,
                    "Keep a photograph of each settled moment beside the games, as the window does");
  command->add_flag("--realtime", arguments->realtime, "A recording at its own pace");
  command->callback([arguments, &status] { status = track(*arguments); });
}

}  // namespace octo::ui
