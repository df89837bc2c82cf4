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

#include "tracker/follow/hands.h"
#include "ui/cli/commands.h"
#include "ui/cli/corner_arguments.h"
#include "ui/cli/game_arguments.h"
#include "ui/cli/print_line.h"
#include "ui/cli/run.h"
#include "ui/history/event_lines.h"
#include "ui/history/export_game.h"
#include "ui/history/write_file.h"
#include "ui/kept_game.h"
#include "vision/capture/public_name.h"
#include "vision/pipeline.h"

namespace octo::ui {
namespace {

struct TrackArguments {
  GameArguments game;
  CornerArguments corners;
  std::string source;
  std::string layout;
  std::string record;
  std::string database;
  std::string doubts;
  bool realtime = false;
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

bool showsPieces(const Observation& observation) { return !observation.pieces.empty(); }

/// A game from its first piece on the table, or its setup, to the source's end. Whoever reaches in first begins, unless
/// told.
class Tracking {
 public:
  explicit Tracking(const TrackArguments& arguments)
      : arguments_(arguments), header_(headerOf(arguments.game)), layout_(layoutOf(arguments, header_)) {
    (void)tracker::follow(header_, layout_);  // says at once what is wrong with the header
  }

  /// Once the source is known to be there.
  void openStore() { store_.emplace(db::Store::open(databaseOf(arguments_))); }

  void observe(const Observation& observation, const vision::Frame& frame) {
    if (!game_ && !showsPieces(observation)) return;
    if (!game_) begin(observation);
    game_->show(frame.bgr, frame.index);
    printLines(game_->observe(observation));
  }

  void still(double time) {
    if (game_) printLines(game_->still(time));
  }

  /// 0, or 1 where something was found wrong.
  int finish() {
    if (game_) printLines(game_->finish());
    if (!game_ || !game_->follower().begun()) throw BadInput(vision::publicName(arguments_.source) + ": no game was seen in it");
    writeRecord();
    Json result = game_->follower().result().toJson();
    result["game_id"] = game_->id();
    printLine(result);
    return somethingWrong(game_->follower().events()) ? 1 : 0;
  }

  /// Also of a game that was cut off.
  void writeRecord() const {
    if (!game_ || !game_->follower().begun() || arguments_.record.empty()) return;
    db::StoredGame game;
    game.summary.header = game_->follower().header();
    game.events = game_->follower().events();
    writeFile(arguments_.record, asRecord(game));
  }

 private:
  void begin(const Observation& observation) {
    const bool known = tracker::begunBy(observation, arguments_.game.first.has_value(), header_);
    game_.emplace(header_, std::move(*store_), layout_, known);
    if (!arguments_.doubts.empty()) game_->saveDoubts(arguments_.doubts);
  }

  const TrackArguments& arguments_;
  GameHeader header_;
  Layout layout_;
  std::optional<db::Store> store_;
  std::optional<KeptGame> game_;
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
  const GameId game = gameOf(arguments.game);
  const int players = static_cast<int>(headerOf(arguments.game).players.size());
  std::optional<vision::Pipeline> pipeline;
  const Pace pace;
  vision::Frame frame;
  while (source.next(frame)) {
    if (!pipeline)
      pipeline.emplace(
          vision::PipelineOptions{.game = game,
                                  .corners = cornersFor(arguments.corners, arguments.source, game, frame.bgr.size()),
                                  .players = players});
    if (arguments.realtime && !source.live()) pace.wait(frame.time);
    const vision::View view = pipeline->step(frame);
    if (view.observation)
      tracking.observe(*view.observation, frame);
    else if (view.state == vision::TableState::AtRest)
      tracking.still(view.time);
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
  command->add_option("--layout", arguments->layout, "Layout file (default: the game's own)");
  command->add_option("--record", arguments->record, "Write the game's record here as well");
  command->add_option("--db", arguments->database,
                      "The games' file (default: octoscope/games.db under $XDG_DATA_HOME)");
  command->add_option("--save-doubt", arguments->doubts,
                      "A new folder for the pictures, readings and possible games wherever it was unsure or corrected");
  command->add_flag("--realtime", arguments->realtime, "A recording at its own pace");
  command->callback([arguments, &status] { status = track(*arguments); });
}

}  // namespace octo::ui
