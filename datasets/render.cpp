#include <spdlog/spdlog.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <fstream>
#include <memory>
#include <optional>

#include "datasets/commands.h"
#include "datasets/play_arguments.h"
#include "datasets/scene/recording.h"
#include "ui/cli/run.h"

namespace octo::datasets {
namespace {

struct RenderArguments {
  PlayArguments play;
  std::string script, out, difficulty = "default";
  int width = 1920, height = 1080;
  RecordingOptions options;
};

std::vector<LayoutLine> readScript(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw ui::BadInput(file + ": cannot be read; a script was expected");
  try {
    auto lines = readLayoutLines(in);
    if (lines.empty()) throw Malformed("expected at least one line");
    return lines;
  } catch (const Malformed& error) {
    throw ui::BadInput(file + ": " + error.what());
  }
}

int playersIn(const PlayArguments& play, GameId game, const std::optional<tracker::Record>& record) {
  if (record) return static_cast<int>(record->header.players.size());
  return play.options.players == 0 ? playersOf(game).front() : play.options.players;
}

void checkHands(const std::vector<LayoutLine>& script, int players, const std::string& file) {
  for (std::size_t n = 0; n < script.size(); ++n) {
    const auto nobody = [players](int player) { return player >= players; };
    const bool reaches = std::any_of(script[n].hands.begin(), script[n].hands.end(),
                                     [&](const SceneHand& hand) { return nobody(hand.player); });
    if (reaches || (script[n].aside && nobody(script[n].aside->player)))
      throw ui::BadInput(file + ": line " + std::to_string(n + 1) + ": expected a player from 0 to " +
                         std::to_string(players - 1));
  }
}

void render(RenderArguments& arguments) {
  const GameId game = gameOf(arguments.play);
  const auto difficulty = parseDifficulty(arguments.difficulty);
  if (!difficulty) throw ui::BadInput("--difficulty " + arguments.difficulty + ": expected easy, default or hard");
  std::optional<tracker::Record> record;
  if (arguments.script.empty() || !arguments.play.record.empty())
    record = recordOf(arguments.play, game, arguments.options.seed);
  const std::vector<LayoutLine> script = arguments.script.empty()
                                             ? scriptOf(arguments.play, *record, arguments.options.seed)
                                             : readScript(arguments.script);
  RecordingOptions& options = arguments.options;
  options.stage.difficulty = *difficulty;
  options.stage.picture = {arguments.width, arguments.height};
  options.stage.players = playersIn(arguments.play, game, record);
  options.people = habitsOr(arguments.play.people, options.seed, options.stage.players);
  show(arguments.play.editions, options);
  checkHands(script, options.stage.players, arguments.script);
  writeRecording(arguments.out, game, script, record, options);
}

}  // namespace

void addRender(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<RenderArguments>();
  CLI::App* command = app.add_subcommand("render", "a game as a video with its truth");
  addPlayArguments(*command, arguments->play);
  command->add_option("--seed", arguments->options.seed, "whatever is left to chance follows from it")->required();
  command->add_option("--out", arguments->out, "folder for the video and its truth")->required();
  command->add_option("--script", arguments->script, "show these layouts instead of a new game's");
  command->add_option("--record", arguments->play.record, "show this game instead of a new one");
  command->add_flag("--images", arguments->options.images, "numbered pictures instead of a video");
  command->add_option("--difficulty", arguments->difficulty, "easy, default or hard");
  command->add_option("--width", arguments->width, "of the picture, pixels")->check(CLI::Range(320, 7680));
  command->add_option("--height", arguments->height, "of the picture, pixels")->check(CLI::Range(240, 4320));
  command->add_option("--fps", arguments->options.stage.framesPerSecond, "pictures a second")
      ->check(CLI::Range(1.0, 240.0));
  command->add_option("--codec", arguments->options.codec, "of the video: mp4v, or avc1 (smaller and slower)")
      ->check(CLI::IsMember({"mp4v", "avc1"}));
  command->add_option("--frames", arguments->options.frames, "end after so many frames")->check(CLI::Range(0, 1000000));
  addMishaps(*command, arguments->options);
  command->callback([arguments, &status] {
    render(*arguments);
    status = 0;
  });
}

}  // namespace octo::datasets
