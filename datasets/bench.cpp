#include <CLI/App.hpp>
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "datasets/allocations.h"
#include "datasets/bench_aruco.h"
#include "datasets/bench_cards.h"
#include "datasets/bench_follow.h"
#include "datasets/bench_referee.h"
#include "datasets/bench_tables.h"
#include "datasets/board_pictures.h"
#include "datasets/commands.h"
#include "datasets/measure.h"
#include "tracker/vocabulary/json.h"
#include "ui/demo_recording.h"
#include "vision/capture/source.h"
#include "vision/locate/marker_finder.h"
#include "vision/locate/table_keeper.h"
#include "vision/pipeline.h"
#include "vision/read/reader.h"
#include "vision/read/shields/board_reader.h"
#include "vision/settle/forearm_watcher.h"
#include "vision/settle/settler.h"

namespace octo::datasets {
namespace {

/// Two pictures of one table: as it was, and with one shield more.
struct Pair {
  cv::Mat before, after;
};

Pair makePair(std::uint64_t seed, cv::Size size) {
  auto pieces = randomShields(seed);
  const auto all = pieces;
  pieces.pop_back();
  StageOptions options;
  options.picture = size;
  return {boardPicture(pieces, options, seed), boardPicture(all, options, seed)};
}

void printOf(const Pair& pair, Json line) {
  line["rows"] = pair.before.rows;
  print(line);
}

void time(const Pair& pair, const std::string& stage, int times, const std::function<void()>& work) {
  printOf(pair, measure(stage, times, work));
}

/// What every picture program on this machine pays, so that figures of two machines can be compared.
void benchBaseline(const Pair& pair, int times) {
  cv::Mat grey, blurred;
  time(pair, "baseline: BGR to grey", times, [&] { cv::cvtColor(pair.before, grey, cv::COLOR_BGR2GRAY); });
  time(pair, "baseline: Gaussian blur 5x5 of it", times, [&] { cv::GaussianBlur(grey, blurred, {5, 5}, 0); });
  if (const auto detect = arucoDetection())
    time(pair, "baseline: OpenCV's ArUco detection", times / 8 + 1, [&] { detect(grey); });
}

void benchStages(const Pair& pair, int times) {
  const auto reader = vision::makeReader(GameId::Octagone);
  const TableRect area = reader->playArea();
  cv::Mat grey;
  cv::cvtColor(pair.before, grey, cv::COLOR_BGR2GRAY);
  vision::TableKeeper keeper(reader->marks(), {}, {});
  time(pair, "locate: search the whole picture", times, [&] { keeper.search(grey); });
  if (!keeper.view()) throw std::runtime_error("bench: the board is not found in the rendered picture");
  time(pair, "locate: confirm by the markers", times, [&] { keeper.confirm(grey); });
  vision::Settler settler;
  std::int64_t frame = 0;
  time(pair, "settle: one frame", times, [&] {
    settler.step({pair.before, frame, static_cast<double>(frame) / 30});
    ++frame;
  });
  vision::ForearmWatcher forearms(area.x1, area.y1);
  forearms.rest(settler.small());
  time(pair, "settle: forearms, one frame", times,
       [&] { forearms.watch(settler.small(), settler.stride(), *keeper.view()); });
  vision::BoardReader board(vision::printEdition(GameId::Octagone));
  time(pair, "read: light", times, [&] { board.setLight(pair.before, *keeper.view()); });
  time(pair, "read: nothing changed", times, [&] { reader->read(pair.before, *keeper.view()); });
  time(pair, "read: all 42 boxes", times / 4 + 1, [&] {
    reader->forget();
    reader->read(pair.before, *keeper.view());
  });
  bool laid = false;
  time(pair, "read: one shield laid or taken", times, [&] {
    laid = !laid;
    reader->read(laid ? pair.after : pair.before, *keeper.view());
  });
}

/// What each frame of a kind cost.
struct Frames {
  std::vector<double> ms, allocations;

  Json summary() {
    const auto rank = [](std::vector<double>& values, double share) {
      std::sort(values.begin(), values.end());
      return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
    };
    const auto rounded = [&](double share) { return std::round(rank(ms, share) * 1000) / 1000; };
    Json line{{"median_ms", rounded(0.5)}, {"p95_ms", rounded(0.95)}, {"p99_ms", rounded(0.99)}, {"runs", ms.size()}};
    if (!allocations.empty()) line["allocations"] = static_cast<std::int64_t>(rank(allocations, 0.5));
    return line;
  }
};

/// Whole frames through the pipeline, sorted by what they cost: the table rests, something moves, it is read.
void benchPipeline(const Pair& pair, int times) {
  vision::Pipeline pipeline({});
  Frames resting, moving, reading;
  std::int64_t frame = 0;
  for (int round = 0; round < times; ++round)
    for (int i = 0; i < 10; ++i, ++frame) {
      const std::optional<std::int64_t> asked = allocations();
      const double start = threadMs();
      const vision::View view =
          pipeline.step({round % 2 == 0 ? pair.before : pair.after, frame, static_cast<double>(frame) / 30});
      const double ms = threadMs() - start;
      if (round < 2) continue;  // finding the table and the first reading of 42 boxes
      Frames& frames = view.observation ? reading : view.state == vision::TableState::AtRest ? resting : moving;
      frames.ms.push_back(ms);
      if (asked) frames.allocations.push_back(static_cast<double>(*allocations() - *asked));
    }
  for (const auto& [name, frames] : {std::pair{"frame: at rest", &resting},
                                     {"frame: moving or settling", &moving},
                                     {"frame: changed, read", &reading}}) {
    if (frames->ms.empty()) throw std::runtime_error(std::string("bench: no ") + name);
    Json line = frames->summary();
    line["stage"] = name;
    printOf(pair, std::move(line));
  }
}

/// From nothing to the first picture in which the table is found and read.
void benchStart(int times) {
  const ui::DemoRecording recording = ui::demoRecording(GameId::Octagone);
  int rows = 0;
  Json line = measure(
      "start: to the table's first picture", times,
      [&] {
        vision::Pipeline pipeline({});
        const auto source = vision::openSource(recording.video);
        for (vision::Frame frame; source->next(frame); frame.bgr = cv::Mat()) {
          rows = frame.bgr.rows;
          if (pipeline.step(frame).table) break;
        }
      },
      wallMs);
  line["rows"] = rows;
  print(line);
}

}  // namespace

void addBench(CLI::App& app, int& status) {
  struct Arguments {
    int times = 40;
    std::uint64_t seed = 3;
    std::string records, cards, table, only;
  };
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "bench",
      "time of each stage on one core: frames of Octagone at 720p, 1080p and 4K, and the referee of each game");
  command->add_option("--times", arguments->times, "runs of each stage, default 40")->check(CLI::Range(4, 100000));
  command->add_option("--seed", arguments->seed, "of the rendered picture");
  command->add_option("--records", arguments->records, "folder to keep the referee's long records in");
  command->add_option("--cards", arguments->cards,
                      "instead: the card reader on this picture, or on a folder's, on all cores");
  command->add_option("--only", arguments->only, "pictures, or tracker: the referee and what follows a table")
      ->check(CLI::IsMember({"pictures", "tracker"}));
  command->add_option("--table", arguments->table,
                      "instead: a live table of octal, oct8 or octa at rest, one core but where it says so");
  command->callback([arguments, &status] {
    status = 0;
    if (!arguments->table.empty()) {
      const auto game = parseGame(arguments->table);
      if (!game || *game == GameId::Octagone)
        throw std::runtime_error("--table " + arguments->table + ": expected octal, oct8 or octa");
      return benchTable(*game, arguments->times, arguments->seed);
    }
    if (!arguments->cards.empty()) return benchCards(arguments->cards, arguments->times);
    if (arguments->only != "pictures") {
      benchReferee(arguments->times / 8 + 1, arguments->records);
      benchFollow(arguments->times, arguments->seed);
    }
    if (arguments->only == "tracker") return;
    cv::setNumThreads(1);
    benchStart(arguments->times / 8 + 1);
    for (const cv::Size size : {cv::Size(1280, 720), cv::Size(1920, 1080), cv::Size(3840, 2160)}) {
      const Pair pair = makePair(arguments->seed, size);
      benchBaseline(pair, arguments->times);
      benchStages(pair, arguments->times);
      benchPipeline(pair, arguments->times);
    }
  });
}

}  // namespace octo::datasets
