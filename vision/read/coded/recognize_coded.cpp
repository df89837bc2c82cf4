#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "vision/edition/edition.h"
#include "vision/geometry/from_above.h"
#include "vision/locate/table_keeper.h"
#include "vision/read/coded/coded_cards.h"
#include "vision/read/reader.h"
#include "vision/read/rounds/round_pieces.h"

namespace octo::vision {
namespace {

/// Pixels: where the markers of the right mat are put, at most.
constexpr double kWorstFit = 6.0;
/// Three tell the size of the mat; the fourth may lie under something.
constexpr std::size_t kLeastMarkers = 3;

bool sameMarks(const std::vector<PrintedMark>& a, const std::vector<PrintedMark>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const PrintedMark& x, const PrintedMark& y) {
    return x.id == y.id && x.centre == y.centre && x.sizeMm == y.sizeMm;
  });
}

/// The marks of the mats, each size once. They have the same numbers for every number of players; how large they are
/// beside their distances tells the mats apart.
std::vector<std::vector<PrintedMark>> matsOf(const Edition& edition) {
  std::vector<std::vector<PrintedMark>> mats;
  for (const int players : playersWithGround(edition)) {
    auto marks = edition.marksOf(edition.ground(players));
    const auto isSame = [&](const auto& other) { return sameMarks(marks, other); };
    if (std::none_of(mats.begin(), mats.end(), isSame)) mats.push_back(std::move(marks));
  }
  return mats;
}

std::optional<TableFit> fitMat(const std::vector<std::vector<PrintedMark>>& mats,
                               const std::vector<FoundMarker>& found) {
  std::optional<TableFit> best;
  for (const auto& marks : mats) {
    const auto fit = fitTable(found, marks);
    if (!fit || fit->markers.size() < kLeastMarkers || fit->error > kWorstFit) continue;
    const bool more = !best || fit->markers.size() > best->markers.size();
    if (more || (fit->markers.size() == best->markers.size() && fit->error < best->error)) best = fit;
  }
  return best;
}

/// The markers' centres lie at the play area's corners.
std::optional<TableView> viewOf(const std::vector<PrintedMark>& marks, const std::vector<ImagePoint>& corners) {
  std::vector<TablePoint> places;
  for (const PrintedMark& mark : marks) places.push_back(mark.centre);
  return viewFromCorners(corners, places);
}

void addRounds(const Edition& edition, const cv::Mat& bgr, Recognition& result) {
  const RoundPieces rounds(edition);
  if (!result.table || !rounds.any()) return;
  const TableRect shown = shownBy(bgr.size(), *result.table);
  if (!(shown.x1 > shown.x0 && shown.y1 > shown.y0)) return;
  for (const FoundRound& round : rounds.find(bgr, *result.table, shown))
    result.pieces.push_back(rounds.sightingOf(round, *result.table));
}

}  // namespace

Recognition recognizeCodedCards(GameId game, const cv::Mat& bgr, const std::vector<ImagePoint>& corners) {
  const Edition& edition = printEdition(game);
  const CodedCardReader reader(edition);
  const auto mats = matsOf(edition);
  cv::Mat gray;
  cv::cvtColor(bgr, gray, cv::COLOR_BGR2GRAY);
  Recognition result;
  if (const auto fit = fitMat(mats, findMarkers(gray))) {
    result.table = fit->view;
    result.foundBy = FoundBy::Marks;
  }
  result.pieces = reader.read(gray, result.table);
  addRounds(edition, bgr, result);
  if (result.table || corners.empty()) return result;
  // Corners do not say how large the play area is: the size at which most cards have theirs.
  for (const auto& marks : mats) {
    const auto view = viewOf(marks, corners);
    auto pieces = reader.read(gray, view);
    if (!view || pieces.empty() || pieces.size() < result.pieces.size()) continue;
    result = {view, FoundBy::GivenCorners, std::move(pieces)};
    addRounds(edition, bgr, result);
  }
  return result;
}

}  // namespace octo::vision
