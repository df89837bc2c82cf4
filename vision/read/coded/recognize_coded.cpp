#include <opencv2/imgproc.hpp>

#include "vision/edition/edition.h"
#include "vision/locate/table_keeper.h"
#include "vision/read/coded/coded_cards.h"
#include "vision/read/reader.h"

namespace octo::vision {
namespace {

/// A mat's corner markers have the same numbers for every number of players; their own size tells the mats
/// apart.
constexpr int kLeastPlayers = 2, kMostPlayers = 6;
/// Pixels: where the markers of the right mat are put, at most.
constexpr double kWorstFit = 6.0;

std::optional<TableFit> fitMat(const Edition& edition, const std::vector<FoundMarker>& found) {
  std::optional<TableFit> best;
  for (int players = kLeastPlayers; players <= kMostPlayers; ++players) {
    std::vector<PrintedMark> marks;
    try {
      marks = edition.marksOf(edition.ground(players));
    } catch (const std::out_of_range&) {
      continue;  // nobody plays it with so many
    }
    const auto fit = fitTable(found, marks);
    if (!fit || fit->markers.size() < 4 || fit->error > kWorstFit) continue;
    if (!best || fit->error < best->error) best = fit;
  }
  return best;
}

}  // namespace

Recognition recognizeCodedCards(GameId game, const cv::Mat& bgr, const std::vector<ImagePoint>& corners) {
  const Edition& edition = printEdition(game);
  const CodedCardReader reader(edition);
  (void)corners;
  cv::Mat gray;
  cv::cvtColor(bgr, gray, cv::COLOR_BGR2GRAY);
  Recognition result;
  if (const auto fit = fitMat(edition, findMarkers(gray))) {
    result.table = fit->view;
    result.foundBy = FoundBy::Marks;
  }
  result.pieces = reader.read(bgr, result.table);
  return result;
}

}  // namespace octo::vision
