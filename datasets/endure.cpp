#include <malloc.h>
#include <stdlib.h>
#include <unistd.h>

#include <CLI/App.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "datasets/commands.h"
#include "datasets/measure.h"
#include "datasets/scratch_folder.h"
#include "ui/demo_recording.h"
#include "ui/kept_game.h"
#include "ui/session/table_session.h"
#include "vision/capture/source.h"

namespace octo::datasets {
namespace {

namespace fs = std::filesystem;

/// By how much a picture's time may grow beyond what measuring alone makes of it, as a share.
constexpr double kMostLatency = 0.25;

struct EndureArguments {
  std::string game = "octagone";
  double hours = 8;
  double memoryPercent = 2;
  int pictures = 0;
  /// What is made to grow with every game, to see that it is noticed: memory, time or files; nothing where empty.
  std::string plant;
};

/// What the process has at one moment.
struct Held {
  /// Resident; what of it is the process's own, and no page of a program's or library's file; and what of that was
  /// asked for and not given back: the rest is the allocator's.
  double memoryMb = 0, ownMb = 0, allocatedMb = 0;
  long files = 0;
};

Held held() {
  Held now;
  // What was given back to the allocator and not by it to the system is no leak.
  ::malloc_trim(0);
  std::ifstream pages("/proc/self/statm");
  long whole = 0, resident = 0, ofFiles = 0;
  pages >> whole >> resident >> ofFiles;
  const double pageMb = static_cast<double>(::sysconf(_SC_PAGESIZE)) / (1 << 20);
  now.memoryMb = static_cast<double>(resident) * pageMb;
  now.ownMb = static_cast<double>(resident - ofFiles) * pageMb;
  const struct mallinfo2 blocks = ::mallinfo2();
  now.allocatedMb = static_cast<double>(blocks.uordblks + blocks.hblkhd) / (1 << 20);
  for ([[maybe_unused]] const auto& file : fs::directory_iterator("/proc/self/fd")) ++now.files;
  return now;
}

/// Some work that is always the same. On a machine that does something else besides, the time of everything grows, also
/// of the processor's that a thread has for itself: a picture's is therefore told in times of this one's.
class Reference {
 public:
  double ms() {
    const double start = threadMs();
    cv::GaussianBlur(picture_, blurred_, {5, 5}, 0);
    return threadMs() - start;
  }

 private:
  cv::Mat picture_ = cv::Mat(270, 480, CV_8UC1, cv::Scalar(100)), blurred_;
};

/// One part of the time: every picture's milliseconds, and those of the reference beside it.
struct Part {
  std::vector<double> ms, referenceMs;
  int games = 0, events = 0;

  /// Of a usual picture, in times of the reference: what grows with every game shows here first.
  double medianInReferences() { return quantile(0.5) / mean(referenceMs); }
  static double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  }

  double quantile(double share) {
    const auto at = ms.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(ms.size() - 1));
    std::nth_element(ms.begin(), at, ms.end());
    return *at;
  }
};

/// Keeps what a game should have given back, or does more at each picture of every further one.
class Plant {
 public:
  explicit Plant(std::string what) : what_(std::move(what)) {}

  /// `ms`: what the picture has taken without.
  void picture(double ms) {
    constexpr double kEach = 0.2;  // enough to be seen beside whatever else the machine does
    if (what_ != "time") return;
    for (const double until = threadMs() + kEach * games_ * ms; threadMs() < until;) work_.ms();
  }

  void game() {
    constexpr std::size_t kBytes = 16 << 20;
    ++games_;
    if (what_ == "memory") memory_.emplace_back(kBytes, 'x');
    if (what_ == "files") files_.emplace_back("/dev/null");
  }

 private:
  std::string what_;
  int games_ = 0;
  Reference work_;
  std::vector<std::vector<char>> memory_;
  std::vector<std::ifstream> files_;
};

/// The recorded game from its first picture to its last, or to the last of so many where that is not 0, followed and
/// stored as the window does; how long it lasted, seconds at the table.
double playOnce(const ui::DemoRecording& recording, const fs::path& games, int pictures, Plant& plant, Part& part) {
  Reference reference;
  const Layout layout = tracker::seededLayout(recording.header.game, static_cast<int>(recording.header.players.size()));
  auto game = std::make_unique<ui::KeptGame>(tracker::Beginning{recording.header, layout}, db::Store::open(games));
  game->keepPhotographs(games);
  ui::TableSession session(std::move(game), {});
  const auto source = vision::openSource(recording.video);
  double last = 0;
  int count = 0;
  for (vision::Frame frame; (pictures == 0 || count < pictures) && source->next(frame); frame.bgr = cv::Mat()) {
    ++count;
    const double start = threadMs();
    (void)session.see(frame);
    plant.picture(threadMs() - start);
    part.ms.push_back(threadMs() - start);
    part.referenceMs.push_back(reference.ms());
    last = frame.time;
  }
  (void)session.finish();
  plant.game();
  ++part.games;
  part.events += static_cast<int>(session.follower().events().size());
  return last;
}

double twoPlaces(double value) { return std::round(value * 100) / 100; }

double meanOfThree(const std::vector<double>& values, std::size_t from) {
  return (values[from] + values[from + 1] + values[from + 2]) / 3;
}

/// In eight parts, of which the first warms up: caches fill, the allocator takes what it needs. The next three are
/// compared with the last three, since what is held at one moment goes up and down by a few percent. True where nothing
/// grew.
bool endure(const EndureArguments& arguments) {
  const auto game = parseGame(arguments.game);
  if (!game) throw std::runtime_error("--game " + arguments.game + ": expected " + gameNames());
  const ui::DemoRecording recording = ui::demoRecording(*game);
  const ScratchFolder folder;
  Plant plant(arguments.plant);
  constexpr int kParts = 8;
  double seconds = 0;
  std::vector<double> memory, latency;
  long files = 0, moreFiles = 0;
  for (int i = 0; i < kParts; ++i) {
    Part part;
    while (seconds < arguments.hours * 3600 * (i + 1) / kParts || part.games == 0)
      seconds += playOnce(recording, folder / "games.db", arguments.pictures, plant, part);
    const double median = part.quantile(0.5), p99 = part.quantile(0.99), inReferences = part.medianInReferences();
    const std::size_t pictures = part.ms.size();
    std::vector<double>().swap(part.ms);
    std::vector<double>().swap(part.referenceMs);
    const Held now = held();
    memory.push_back(now.ownMb);
    latency.push_back(inReferences);
    if (i == 0) files = now.files;
    moreFiles = std::max(moreFiles, now.files - files);
    print({{"hours", twoPlaces(seconds / 3600)},
           {"pictures", pictures},
           {"games", part.games},
           {"events", part.events},
           {"memory_mb", twoPlaces(now.memoryMb)},
           {"own_mb", twoPlaces(now.ownMb)},
           {"allocated_mb", twoPlaces(now.allocatedMb)},
           {"files", now.files},
           {"median_ms", twoPlaces(median)},
           {"p99_ms", twoPlaces(p99)},
           {"median_in_references", twoPlaces(inReferences)}});
  }
  const double memoryGrew = meanOfThree(memory, kParts - 3) / meanOfThree(memory, 1) - 1;
  const double latencyGrew = meanOfThree(latency, kParts - 3) / meanOfThree(latency, 1) - 1;
  const bool flat = 100 * memoryGrew <= arguments.memoryPercent && latencyGrew <= kMostLatency && moreFiles == 0;
  print({{"hours", twoPlaces(seconds / 3600)},
         {"memory_grew_percent", twoPlaces(100 * memoryGrew)},
         {"latency_grew_percent", twoPlaces(100 * latencyGrew)},
         {"files_grew", moreFiles},
         {"flat", flat}});
  return flat;
}

}  // namespace

void addEndure(CLI::App& app, int& status) {
  const auto arguments = std::make_shared<EndureArguments>();
  CLI::App* command = app.add_subcommand(
      "endure",
      "hours at the table, as fast as they can be read: a recorded game is followed and stored again and again; "
      "status 1 where memory, the time of a picture or open files grow");
  command->add_option("--game", arguments->game, "whose bundled recording, default octagone");
  command->add_option("--hours", arguments->hours, "at the table, default 8")->check(CLI::Range(0.0, 1000.0));
  command->add_option("--memory-percent", arguments->memoryPercent, "by which memory may grow, default 2")
      ->check(CLI::Range(0.0, 100.0));
  command->add_option("--pictures", arguments->pictures, "so many of each game; default 0: all")
      ->check(CLI::Range(0, 1000000));
  command->add_option("--plant", arguments->plant, "make this grow, to see that it is noticed: memory, time or files")
      ->check(CLI::IsMember({"memory", "time", "files"}));
  command->callback([arguments, &status] {
    cv::setNumThreads(1);
    status = endure(*arguments) ? 0 : 1;
  });
}

}  // namespace octo::datasets
