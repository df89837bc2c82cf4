#include "datasets/bench_tables.h"

#include <algorithm>
#include <functional>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <string>

#include "datasets/board_pictures.h"
#include "datasets/card_tables.h"
#include "datasets/measure.h"
#include "vision/locate/table_keeper.h"
#include "vision/read/reader.h"

namespace octo::datasets {

void benchTable(GameId game, int times, std::uint64_t seed) {
  const int cores = cv::getNumThreads();
  cv::setNumThreads(1);
  const vision::Edition& edition = vision::printEdition(game);
  StageOptions options;
  options.players = vision::playersWithGround(edition).front();
  auto pieces = randomCards(game, options.players, seed);
  const cv::Mat after = tablePicture(edition, pieces, options, seed).bgr;
  const std::size_t count = pieces.size() - 1;
  pieces.pop_back();
  const cv::Mat before = tablePicture(edition, pieces, options, seed).bgr;
  const auto reader = vision::makeReader(game, options.players);
  vision::TableKeeper keeper(reader->marks(), {}, vision::cornersOf(reader->playArea()));
  cv::Mat grey;
  cv::cvtColor(before, grey, cv::COLOR_BGR2GRAY);
  keeper.search(grey);
  if (!keeper.view()) throw std::runtime_error("bench: the mat is not found in the rendered picture");
  const auto timed = [&](const std::string& stage, int runs, const std::function<void()>& work) {
    print(measure(std::string(title(game)) + ": " + stage, runs, work));
  };
  const auto read = [&](const cv::Mat& picture) {
    reader->read(picture, *keeper.view());
    reader->sightings(*keeper.view());
  };
  timed("read: a table of " + std::to_string(count) + " pieces", std::max(4, times / 4), [&] {
    reader->forget();
    read(before);
  });
  bool laid = false;
  const auto layOrTake = [&] {
    laid = !laid;
    read(laid ? after : before);
  };
  timed("read: one piece laid or taken", times, layOrTake);
  cv::setNumThreads(cores);
  timed("read: one piece laid or taken, on all cores", times, layOrTake);
  cv::setNumThreads(1);
  timed("read: nothing changed", times, [&] { read(laid ? after : before); });
}

}  // namespace octo::datasets
