#include <spdlog/spdlog.h>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>
#include <atomic>
#include <exception>
#include <filesystem>
#include <fstream>
#include <future>
#include <iostream>
#include <memory>
#include <opencv2/core/utility.hpp>
#include <optional>
#include <sstream>
#include <thread>
#include <utility>
#include <vector>

#include "datasets/commands.h"
#include "datasets/evaluate.h"
#include "datasets/game_tracker.h"
#include "datasets/measure.h"
#include "datasets/play_arguments.h"
#include "datasets/scene/recording.h"
#include "datasets/scene/seen_table.h"
#include "datasets/tracking_figures.h"
#include "tracker/follow/follower.h"
#include "tracker/follow/session.h"
#include "ui/cli/edition_argument.h"
#include "ui/cli/run.h"
#include "ui/history/write_file.h"
#include "vision/pipeline.h"

namespace octo::datasets {
namespace {

namespace fs = std::filesystem;

struct TrackingArguments {
  PlayArguments play{
      .game = {}, .options = {.players = 0, .breaches = 0.05}, .record = {}, .people = {}, .editions = {}};
  std::string work = "build/evaluate", difficulty = "default";
  /// The edition that the follower knows the pieces by; "print" for our own, as `--edition` of the programs says.
  std::string taught = "print";
  std::shared_ptr<const vision::TaughtEdition> taughtEdition = nullptr;
  int games = 20;
  std::uint64_t seed = 1;
  int width = 1920, height = 1080;
  double rate = 30;
  /// Of the pictures; else they are seen as they are drawn.
  bool video = false;
  /// The sessions kept are followed anew.
  bool again = false;
  RecordingOptions mishaps;
  int jobs = 2;
  /// The followers are told the setup and who begins; else they find out, as `octoscope track` does.
  bool told = false;
  /// No pictures: what such eyes see of the scripts.
  bool observations = false;
  Eyesight eyes = kAsReadersSee;
};

/// Two for each game.
constexpr int kMostDecks = 40;

int playersIn(const TrackingArguments& arguments) {
  const int asked = arguments.play.options.players;
  return asked == 0 ? playersOf(gameOf(arguments.play)).front() : asked;
}

Editions editionsOf(const TrackingArguments& arguments, std::uint64_t seed) {
  return editionsOf(arguments.play, seed - arguments.seed);
}

/// As a part of a file's name.
std::string optionsNamed(const Json& options) {
  std::string text;
  for (const auto& [name, value] : options.items())
    text += name + "=" + (value.is_string() ? value.get<std::string>() : value.dump()) + "-";
  return text;
}

/// What makes one game's figures what they are; they are kept under this name.
std::string nameOf(const TrackingArguments& arguments, std::uint64_t seed) {
  return arguments.play.game + "-" + std::to_string(seed) + "-" + arguments.difficulty + "-" +
         std::to_string(playersIn(arguments)) + "p-" +
         std::to_string(static_cast<int>(1000 * arguments.play.options.breaches)) + "b-" +
         optionsNamed(arguments.play.options.options) + std::to_string(arguments.width) + "x" +
         std::to_string(arguments.height) + "-" + std::to_string(static_cast<int>(arguments.rate)) + "fps" +
         (arguments.play.people ? "-people" + arguments.play.people->name() : "-mixed") +
         (arguments.play.editions.empty() ? "" : "-" + namesOf(editionsOf(arguments, seed))) +
         (arguments.taughtEdition ? "-taught" + fs::path(arguments.taught).filename().string() : "") +
         (arguments.video ? "-video" : "") + (arguments.told ? "-told" : "") + (arguments.mishaps.bump ? "-bump" : "") +
         (arguments.mishaps.lamp ? "-lamp" : "") +
         (arguments.mishaps.lingers > 0 ? "-linger" + std::to_string(static_cast<int>(100 * arguments.mishaps.lingers))
                                        : "");
}

RecordingOptions recordingOf(const TrackingArguments& arguments, std::uint64_t seed) {
  RecordingOptions options = arguments.mishaps;
  options.seed = seed;
  options.people = habitsOr(arguments.play.people, seed, playersIn(arguments));
  show(editionsOf(arguments, seed), options);
  options.stage.difficulty = parseDifficulty(arguments.difficulty).value();
  options.stage.picture = {arguments.width, arguments.height};
  options.stage.players = playersIn(arguments);
  options.stage.framesPerSecond = arguments.rate;
  options.encodesAside = arguments.jobs == 1;
  return options;
}

/// A game's files in the folder for work: `NAME.octo.jsonl`, the truth with its frames; `NAME.session.jsonl`, what the
/// follower was shown; `NAME.followed.jsonl`, what it made of that, in the same form; `NAME.json`, the figures.
class KeptFiles {
 public:
  KeptFiles(const TrackingArguments& arguments, std::uint64_t seed)
      : stem_(fs::path(arguments.work) / nameOf(arguments, seed)) {}

  fs::path figures() const { return of(".json"); }
  fs::path truth() const { return of(".octo.jsonl"); }
  fs::path session() const { return of(".session.jsonl"); }
  fs::path followed() const { return of(".followed.jsonl"); }
  /// A folder.
  fs::path video() const { return stem_; }

 private:
  fs::path of(const std::string& ending) const {
    fs::path file = stem_;
    return file += ending;
  }

  fs::path stem_;
};

/// A film as a camera gives it.
class FilmSource : public vision::Source {
 public:
  FilmSource(Film& film, double rate) : film_(film), rate_(rate) {}

  bool next(vision::Frame& frame) override {
    if (!film_.next(frame.bgr)) return false;
    frame.index = static_cast<std::int64_t>(film_.frame());
    frame.time = static_cast<double>(frame.index) / rate_;
    return true;
  }
  bool live() const override { return false; }
  double rate() const override { return rate_; }

 private:
  Film& film_;
  double rate_;
};

/// A session's first line.
std::string beginningOf(const GameHeader& truth) {
  const int players = static_cast<int>(truth.players.size());
  return toJson(tracker::Beginning{truth, tracker::seededLayout(truth.game, players)}).dump() + "\n";
}

/// Follows what a pipeline makes of one picture after the other, and keeps what it was shown in `session`.
TrackedGame trackPictures(const TrackingArguments& arguments, const GameHeader& truth, vision::Source& source,
                          const fs::path& session) {
  GameTracker following(truth, arguments.told, arguments.taughtEdition);
  std::ostringstream shown;
  shown << beginningOf(truth);
  double seconds = 0;
  std::optional<tracker::Still> still;  // up to when, since the latest observation
  for (vision::Frame frame; source.next(frame);) {
    const Stopwatch running(seconds);
    following.see(frame);
    const vision::View& view = following.view();
    if (view.observation) {
      if (still) shown << tracker::toJson(tracker::Input(*std::exchange(still, std::nullopt))).dump() << '\n';
      shown << tracker::toJson(tracker::Input(*view.observation)).dump() << '\n';
    } else if (view.state == vision::TableState::AtRest) {
      still = tracker::Still{view.time};
    }
    following.count(frame.index + 1);
  }
  ui::writeFile(session, shown.str());
  TrackedGame game = following.finish();
  game.seconds = seconds;
  return game;
}

TrackedGame trackSession(const TrackingArguments& arguments, const GameHeader& truth, const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  GameTracker following(truth, arguments.told, arguments.taughtEdition);
  std::int64_t frame = 0;
  for (const tracker::Input& input : tracker::readSession(in, file.string()).inputs) {
    if (const auto* observation = std::get_if<Observation>(&input)) {
      following.count(frame = observation->frame);
      following.observe(*observation, frame);
    }
    if (const auto* still = std::get_if<tracker::Still>(&input)) following.still(still->time, frame);
  }
  return following.finish();
}

/// The script as given eyes see it; the truth's events get the frames at which they were seen done.
TrackedGame trackScript(const TrackingArguments& arguments, tracker::Record& truth, std::uint64_t seed,
                        const fs::path& session) {
  GameTracker following(truth.header, arguments.told, arguments.taughtEdition);
  std::ostringstream shown;
  shown << beginningOf(truth.header);
  for (const ScriptLook& look :
       seenScript(truth, scriptOf(arguments.play, truth, seed), arguments.eyes, Random(seed).fork("eyes"),
                  habitsOr(arguments.play.people, seed, playersIn(arguments)))) {
    following.count(look.observation.frame);
    following.observe(look.observation, look.observation.frame);
    shown << tracker::toJson(tracker::Input(look.observation)).dump() << '\n';
    if (look.event < 1 || look.event > static_cast<int>(truth.events.size())) continue;
    Json& fields = truth.events[static_cast<std::size_t>(look.event - 1)].fields;
    if (!fields.contains("frame")) fields["frame"] = look.observation.frame;
  }
  ui::writeFile(session, shown.str());
  return following.finish();
}

void keepRecord(const fs::path& file, const tracker::Record& record) {
  std::ostringstream text;
  tracker::writeRecord(text, record);
  ui::writeFile(file, text.str());
}

/// Each event with the frame of the rest that showed it, as in the truth, so that two lists can be laid side by side.
void keepFollowed(const fs::path& file, const GameHeader& header, const TrackedGame& game) {
  tracker::Record followed{header, {}};
  followed.header.first = game.first;
  followed.header.options = game.options;
  followed.header.setup = game.setup;
  for (const Understood& each : game.events) {
    followed.events.push_back(each.event.event);
    followed.events.back().fields["frame"] = each.event.frame;
  }
  keepRecord(file, followed);
}

/// What `track` does, with the seconds it took.
template <class Track>
TrackedGame timed(const Track& track) {
  double seconds = 0;
  TrackedGame game;
  {
    const Stopwatch running(seconds);
    game = track();
  }
  game.seconds = seconds;
  return game;
}

/// The game drawn and seen; in `truth`, the frames at which its events have settled.
TrackedGame trackDrawn(const TrackingArguments& arguments, std::uint64_t seed, const KeptFiles& kept,
                       tracker::Record& truth) {
  const auto script = scriptOf(arguments.play, truth, seed);
  const RecordingOptions options = recordingOf(arguments, seed);
  const GameHeader header = truth.header;
  const fs::path video = kept.video() / "video.mp4";
  TrackedGame game;
  if (arguments.video) {
    if (!fs::exists(kept.video() / "game.octo.jsonl") || !fs::exists(video))
      writeRecording(kept.video(), header.game, script, truth, options);
    truth = tracker::readRecordFile((kept.video() / "game.octo.jsonl").string());
    game = trackPictures(arguments, header, *vision::openSource(video.string()), kept.session());
  } else {
    Film film(header.game, script, truth, options);
    truth = film.timed(truth);
    FilmSource source(film, arguments.rate);
    game = trackPictures(arguments, header, source, kept.session());
  }
  keepRecord(kept.truth(), truth);
  return game;
}

Json evaluateGame(const TrackingArguments& arguments, std::uint64_t seed, const KeptFiles& kept) {
  tracker::Record truth;
  TrackedGame game;
  if (arguments.again && fs::exists(kept.truth())) {  // written last: the session is there too
    truth = tracker::readRecordFile(kept.truth().string());
    game = timed([&] { return trackSession(arguments, truth.header, kept.session()); });
  } else {
    spdlog::info("drawing the game of seed {}", seed);
    truth = recordOf(arguments.play, gameOf(arguments.play), seed);
    game = trackDrawn(arguments, seed, kept, truth);
  }
  keepFollowed(kept.followed(), truth.header, game);
  return figuresOf(truth, game, seed, arguments.rate);
}

Json evaluateScript(const TrackingArguments& arguments, std::uint64_t seed) {
  tracker::Record truth = recordOf(arguments.play, gameOf(arguments.play), seed);
  const KeptFiles kept(arguments, seed);
  const TrackedGame game = timed([&] { return trackScript(arguments, truth, seed, kept.session()); });
  keepRecord(kept.truth(), truth);
  keepFollowed(kept.followed(), truth.header, game);
  return figuresOf(truth, game, seed, 30);
}

/// Figures that are there already are not made again: an evaluation that was cut off goes on where it was.
Json figuresKeptOrMade(const TrackingArguments& arguments, std::uint64_t seed) {
  const KeptFiles kept(arguments, seed);
  if (std::ifstream in(kept.figures()); in && !arguments.again) return Json::parse(in);
  const Json figures = evaluateGame(arguments, seed, kept);
  ui::writeFile(kept.figures(), figures.dump() + "\n");
  return figures;
}

/// Makes `count` things, `jobs` at once, and tells of them in order. What a job throws is thrown here once the others
/// under way are done.
template <class Make, class Tell>
void inOrder(int count, int jobs, const Make& make, const Tell& tell) {
  std::vector<std::promise<Json>> made(static_cast<std::size_t>(count));
  std::atomic<int> next = 0;
  std::vector<std::jthread> workers;
  for (int job = 0; job < std::min(jobs, count); ++job)
    workers.emplace_back([&] {
      for (int k; (k = next++) < count;) try {
          made[static_cast<std::size_t>(k)].set_value(make(k));
        } catch (...) {
          made[static_cast<std::size_t>(k)].set_exception(std::current_exception());
          next = count;
        }
    });
  // A game that nobody begins any more is never told of: the one that failed comes before it.
  for (std::promise<Json>& each : made) tell(each.get_future().get());
}

/// Throws what stands in the way of following such games, before hours are spent on drawing them.
void tryOut(const TrackingArguments& arguments) {
  const tracker::Record record = recordOf(arguments.play, gameOf(arguments.play), arguments.seed);
  const int players = static_cast<int>(record.header.players.size());
  (void)tracker::follow(record.header, tracker::seededLayout(record.header.game, players), {}, true);
  if (!arguments.observations)
    (void)vision::Pipeline(
        {.game = record.header.game, .corners = {}, .players = players, .edition = arguments.taughtEdition});
}

void evaluate(const TrackingArguments& arguments, int& status) {
  tryOut(arguments);
  if (!parseDifficulty(arguments.difficulty))
    throw ui::BadInput("--difficulty " + arguments.difficulty + ": expected easy, default or hard");
  fs::create_directories(arguments.work);
  if (arguments.jobs > 1) cv::setNumThreads(1);
  TrackingSum sum;
  inOrder(
      arguments.games, arguments.jobs,
      [&](int k) {
        const std::uint64_t seed = arguments.seed + static_cast<std::uint64_t>(k);
        return arguments.observations ? evaluateScript(arguments, seed) : figuresKeptOrMade(arguments, seed);
      },
      [&](const Json& figures) {
        std::cout << figures.dump() << std::endl;
        sum.add(figures);
      });
  std::cout << sum.line().dump() << '\n';
  status = sum.allExact() ? 0 : 1;
}

void addEyes(CLI::App& command, TrackingArguments& arguments) {
  command.add_flag("--observations", arguments.observations, "no pictures: scripts seen by geometry and these eyes");
  const auto share = [&](const char* name, double& value, const char* of) {
    command.add_option(name, value, of)->check(CLI::Range(0.0, 1.0))->capture_default_str();
  };
  share("--unread", arguments.eyes.unread, "share of pieces read as ?");
  share("--misread", arguments.eyes.misread, "share of pieces taken for another face");
  share("--missed", arguments.eyes.missed, "share of pieces not seen");
  share("--lasts", arguments.eyes.lasts, "how often a piece that shows what it showed is seen, or missed, as before");
  share("--hand-missed", arguments.eyes.handMissed, "share of arms not seen");
  share("--between", arguments.eyes.between, "share of steps within an event that are seen at rest");
  share("--arm-stays", arguments.eyes.armStays, "share of steps seen at rest with the arm over them, too");
  command.add_option("--off-mm", arguments.eyes.offMm, "standard deviation of a piece's place")->capture_default_str();
  command.add_option("--off-degrees", arguments.eyes.offDegrees, "and of its turn")->capture_default_str();
}

}  // namespace

void addEvaluateTracking(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<TrackingArguments>();
  CLI::App* command = evaluateCommand(app).add_subcommand("tracking", "Renders fresh games, tracks them and compares");
  addPlayArguments(*command, arguments->play, kMostDecks);
  command->add_option("--games", arguments->games, "how many")->check(CLI::Range(1, 100000));
  command->add_option("--seed", arguments->seed, "of the first game; the others follow");
  command->add_option("--work", arguments->work, "folder for figures that are done, sessions and videos")
      ->capture_default_str();
  command->add_flag("--told", arguments->told,
                    "tell the followers the setup and who begins, which they otherwise find out as track does");
  command->add_flag("--video", arguments->video,
                    "write mp4 videos first, read them and keep them; else the pictures are seen as they are drawn");
  command->add_flag("--again", arguments->again,
                    "follow anew what was seen of the games whose sessions are in the folder, without drawing them");
  command->add_option("--jobs", arguments->jobs, "games at once")->check(CLI::Range(1, 64))->capture_default_str();
  command->add_option("--difficulty", arguments->difficulty, "easy, default or hard");
  command->add_option("--width", arguments->width, "of the picture, pixels")->check(CLI::Range(320, 7680));
  command->add_option("--height", arguments->height, "of the picture, pixels")->check(CLI::Range(240, 4320));
  command->add_option("--fps", arguments->rate, "pictures a second")->check(CLI::Range(1.0, 240.0));
  addMishaps(*command, arguments->mishaps);
  addEyes(*command, *arguments);
  command->add_option("--taught", arguments->taught,
                      "the taught edition, folder or name, by which the follower knows the pieces; default: print");
  command->callback([arguments, &status] {
    if (arguments->taught != "print" && arguments->observations)
      throw ui::BadInput("--taught " + arguments->taught + ": --observations have no pictures to be read with it");
    arguments->taughtEdition = ui::taughtEdition("--taught", arguments->taught, gameOf(arguments->play));
    evaluate(*arguments, status);
  });
}

}  // namespace octo::datasets
