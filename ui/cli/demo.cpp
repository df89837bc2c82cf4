#include <spdlog/spdlog.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <iostream>
#include <memory>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "db/store.h"
#include "ui/annotate.h"
#include "ui/app.h"
#include "ui/cli/commands.h"
#include "ui/cli/game_arguments.h"
#include "ui/cli/print_line.h"
#include "ui/cli/run.h"
#include "ui/demo_recording.h"
#include "ui/history/event_lines.h"
#include "ui/history/write_file.h"
#include "ui/kept_game.h"
#include "ui/session/table_session.h"
#include "vision/pipeline.h"

namespace octo::ui {
namespace {

/// Longer than any bundled recording lasts.
constexpr double kPatience = 600;

struct DemoChoices {
  std::string game = "octagone";
  bool headless = false;
  std::string database;
  std::string picture = "octoscope-demo.png";
  std::string screenshot;
};

std::filesystem::path databaseOf(const DemoChoices& choices) {
  return choices.database.empty() ? db::defaultFile() : std::filesystem::path(choices.database);
}

/// Encodes first and writes then, so that no half picture is left.
void writePicture(const std::string& file, const cv::Mat& picture) {
  std::vector<unsigned char> bytes;
  if (picture.empty() || !cv::imencode(".png", picture, bytes)) throw BadInput(file + ": there is no picture to write");
  writeFile(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

void playHeadless(const DemoRecording& recording, const DemoChoices& choices) {
  const Layout layout = tracker::seededLayout(recording.header.game, static_cast<int>(recording.header.players.size()));
  auto game =
      std::make_unique<KeptGame>(tracker::Beginning{recording.header, layout}, db::Store::open(databaseOf(choices)));
  const KeptGame& kept = *game;
  TableSession session(std::move(game), {});
  const auto source = vision::openSource(recording.video);
  cv::Mat last;
  for (vision::Frame frame; source->next(frame);) {
    printLines(session.see(frame));
    cv::swap(last, frame.bgr);
  }
  printLines(session.finish());
  Json result = kept.follower().result().toJson();
  result["game_id"] = kept.id();
  printLine(result);
  writePicture(choices.picture, annotated(last, session.view(), kept.snapshot()));
  printLine(
      Json{{"stored", databaseOf(choices).string()}, {"picture", std::filesystem::absolute(choices.picture).string()}});
}

AppOptions windowOptions(const DemoRecording& recording, const DemoChoices& choices) {
  AppOptions options;
  options.database = databaseOf(choices);
  options.start = StartGame{recording.header, recording.video};
  return options;
}

/// A breach has just been shown, or the recording is over.
bool worthAPicture(const Scene& scene) {
  if (!scene.live || !scene.live->game) return false;
  const auto& events = scene.live->game->events;
  return scene.live->camera.ended || (events.size() > 12 && !events.back().verdict.legal);
}

void playInWindow(const DemoRecording& recording, const DemoChoices& choices) {
  App app(windowOptions(recording, choices));
  if (choices.screenshot.empty())
    app.run();
  else
    writePicture(choices.screenshot, app.runUntil(worthAPicture, kPatience));
}

void play(const DemoChoices& choices) {
  const DemoRecording recording = demoRecording(gameOf(choices.game));
  if (choices.headless) return playHeadless(recording, choices);
  try {
    playInWindow(recording, choices);
  } catch (const NoDisplay& error) {
    if (!choices.screenshot.empty()) throw;
    spdlog::info("{}; going on without", error.what());
    playHeadless(recording, choices);
  }
}

}  // namespace

void addDemo(CLI::App& app, int&) {
  auto choices = std::make_shared<DemoChoices>();
  CLI::App* demo = app.add_subcommand("demo", "Plays a bundled recording of a game through the whole pipeline");
  demo->add_option("--game", choices->game, "Which game")->capture_default_str();
  demo->add_flag("--headless", choices->headless, "No window: events and result as JSON lines");
  demo->add_option("--db", choices->database, "The games' file (default: octoscope/games.db under $XDG_DATA_HOME)");
  demo->add_option("--picture", choices->picture, "Without a window: where the annotated last frame goes")
      ->capture_default_str();
  demo->add_option("--screenshot", choices->screenshot, "Save a picture of the window at a breach, and end");
  demo->callback([choices] { play(*choices); });
}

}  // namespace octo::ui
