#include <CLI/App.hpp>
#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "datasets/bench_cards.h"
#include "datasets/bench_follow.h"
#include "datasets/bench_referee.h"
#include "datasets/bench_tables.h"
#include "datasets/board_pictures.h"
#include "datasets/commands.h"
#include "datasets/measure.h"
#include "tracker/vocabulary/json.h"
#include "vision/locate/marker_finder.h"
#include "vision/locate/table_keeper.h"
#include "vision/pipeline.h"
#include "vision/read/reader.h"
#include "vision/read/shields/board_reader.h"
#include "vision/settle/forearm_watcher.h"
#include "vision/settle/settler.h"

namespace octo::datasets {
namespace {

/// Two pictures of one table, 1920 × 1080: as it was, and with one shield more.
struct Pair {
  cv::Mat before, after;
};

Pair makePair(std::uint64_t seed) {
  auto pieces = randomShields(seed);
  const auto all = pieces;
  pieces.pop_back();
  return {boardPicture(pieces, {}, seed), boardPicture(all, {}, seed)};
}

/// What every picture program on this machine pays, so that figures of two machines can be compared.
void benchBaseline(const Pair& pair, int times) {
  cv::Mat grey, blurred;
  print(measure("baseline: BGR to grey, 1080p", times, [&] { cv::cvtColor(pair.before, grey, cv::COLOR_BGR2GRAY); }));
  print(measure("baseline: Gaussian blur 5x5 of it", times, [&] { cv::GaussianBlur(grey, blurred, {5, 5}, 0); }));
}

void benchStages(const Pair& pair, int times) {
  const auto reader = vision::makeReader(GameId::Octagone);
  const TableRect area = reader->playArea();
  cv::Mat grey;
  cv::cvtColor(pair.before, grey, cv::COLOR_BGR2GRAY);
  vision::TableKeeper keeper(reader->marks(), {}, {});
  print(measure("locate: search the whole picture", times, [&] { keeper.search(grey); }));
  if (!keeper.view()) throw std::runtime_error("bench: the board is not found in the rendered picture");
  print(measure("locate: confirm by the markers", times, [&] { keeper.confirm(grey); }));
  vision::Settler settler;
  std::int64_t frame = 0;
  print(measure("settle: one frame", times, [&] {
    settler.step({pair.before, frame, static_cast<double>(frame) / 30});
    ++frame;
  }));
  vision::ForearmWatcher forearms(area.x1, area.y1);
  forearms.rest(settler.small());
  print(measure("settle: forearms, one frame", times,
                [&] { forearms.watch(settler.small(), settler.stride(), *keeper.view()); }));
  vision::BoardReader board(vision::printEdition(GameId::Octagone));
  print(measure("read: light", times, [&] { board.setLight(pair.before, *keeper.view()); }));
  print(measure("read: nothing changed", times, [&] { reader->read(pair.before, *keeper.view()); }));
  print(measure("read: all 42 boxes", times / 4 + 1, [&] {
    reader->forget();
    reader->read(pair.before, *keeper.view());
  }));
  bool laid = false;
  print(measure("read: one shield laid or taken", times, [&] {
    laid = !laid;
    reader->read(laid ? pair.after : pair.before, *keeper.view());
  }));
}

/// Whole frames through the pipeline, sorted by what they cost: the table rests, something moves, it is read.
void benchPipeline(const Pair& pair, int times) {
  vision::Pipeline pipeline({});
  std::vector<double> resting, moving, reading;
  std::int64_t frame = 0;
  for (int round = 0; round < times; ++round)
    for (int i = 0; i < 10; ++i, ++frame) {
      const double start = threadMs();
      const vision::View view =
          pipeline.step({round % 2 == 0 ? pair.before : pair.after, frame, static_cast<double>(frame) / 30});
      const double ms = threadMs() - start;
      if (round < 2) continue;  // finding the table and the first reading of 42 boxes
      (view.observation ? reading : view.state == vision::TableState::AtRest ? resting : moving).push_back(ms);
    }
  for (const auto& [name, values] : {std::pair{"frame: at rest", &resting},
                                     {"frame: moving or settling", &moving},
                                     {"frame: changed, read", &reading}}) {
    std::sort(values->begin(), values->end());
    const auto at = [&, list = values](double share) {
      return std::round((*list)[static_cast<std::size_t>(share * static_cast<double>(list->size() - 1) + 0.5)] * 1000) /
             1000;
    };
    if (values->empty()) throw std::runtime_error(std::string("bench: no ") + name);
    print({{"stage", name}, {"median_ms", at(0.5)}, {"p95_ms", at(0.95)}, {"runs", values->size()}});
  }
}

}  // namespace

void addBench(CLI::App& app, int& status) {
  struct Arguments {
    int times = 40;
    std::uint64_t seed = 3;
    std::string records, cards, table;
  };
  const auto arguments = std::make_shared<Arguments>();
  CLI::App* command = app.add_subcommand(
      "bench", "time of each stage on one core: a 1080p frame of Octagone, and the referee of each game");
  command->add_option("--times", arguments->times, "runs of each stage, default 40")->check(CLI::Range(4, 100000));
  command->add_option("--seed", arguments->seed, "of the rendered picture");
  command->add_option("--records", arguments->records, "folder to keep the referee's long records in");
  command->add_option("--cards", arguments->cards,
                      "instead: the card reader on this picture, or on a folder's, on all cores");
  command->add_option("--table", arguments->table, "instead: a live table of octal, oct8 or octa at rest, one core");
  command->callback([arguments, &status] {
    status = 0;
    if (!arguments->table.empty()) {
      const auto game = parseGame(arguments->table);
      if (!game || *game == GameId::Octagone)
        throw std::runtime_error("--table " + arguments->table + ": expected octal, oct8 or octa");
      cv::setNumThreads(1);
      return benchTable(*game, arguments->times, arguments->seed);
    }
    if (!arguments->cards.empty()) return benchCards(arguments->cards, arguments->times);
    benchReferee(arguments->times / 8 + 1, arguments->records);
    benchFollow(arguments->times, arguments->seed);
    const Pair pair = makePair(arguments->seed);
    cv::setNumThreads(1);
    benchBaseline(pair, arguments->times);
    benchStages(pair, arguments->times);
    benchPipeline(pair, arguments->times);
  });
}

}  // namespace octo::datasets
