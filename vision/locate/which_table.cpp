#include "vision/locate/which_table.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

#include "vision/edition/edition.h"
#include "vision/locate/marker_finder.h"
#include "vision/locate/table_fit.h"

namespace octo::vision {
namespace {

/// Pixels: where the marks of the right table are put, at most.
constexpr double kWorstFit = 3.0;
/// Fewer do not tell how large the table is.
constexpr std::size_t kFewestMarks = 4;
/// The marks of mats have the same numbers, and only how large they are beside their distances tells mats apart: the
/// right one fits so much better than the next.
constexpr double kMuchBetter = 0.7;

struct KnownTable {
  WhichTable table;
  std::vector<PrintedMark> marks;
};

bool areAlike(const std::vector<PrintedMark>& a, const std::vector<PrintedMark>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const PrintedMark& x, const PrintedMark& y) {
    return x.id == y.id && x.centre == y.centre && x.sizeMm == y.sizeMm;
  });
}

/// Of every game, each table once with all who can play on it.
std::vector<KnownTable> knownTables() {
  std::vector<KnownTable> all;
  for (const GameId game : kGames) try {
      const Edition& edition = printEdition(game);
      for (const int players : playersWithGround(edition)) {
        auto marks = edition.marksOf(edition.ground(players));
        const auto known = std::find_if(all.begin(), all.end(), [&](const KnownTable& each) {
          return each.table.game == game && areAlike(each.marks, marks);
        });
        if (known != all.end())
          known->table.players.push_back(players);
        else if (!marks.empty())
          all.push_back({{game, {players}}, std::move(marks)});
      }
    } catch (const std::out_of_range&) {  // a game without a print edition
    }
  return all;
}

}  // namespace

std::optional<WhichTable> whichTable(const cv::Mat& bgr) {
  static const std::vector<KnownTable> tables = knownTables();
  cv::Mat grey;
  cv::cvtColor(bgr, grey, cv::COLOR_BGR2GRAY);
  const std::vector<FoundMarker> found = findMarkers(grey);
  const KnownTable* best = nullptr;
  std::size_t most = kFewestMarks - 1;
  double error = 0, next = 1e9;
  for (const KnownTable& each : tables) {
    const auto fit = fitTable(found, each.marks);
    if (!fit || fit->error > kWorstFit || fit->markers.size() < std::max(most, kFewestMarks)) continue;
    if (fit->markers.size() > most || fit->error < error) {
      next = fit->markers.size() > most ? 1e9 : error;
      most = fit->markers.size();
      error = fit->error;
      best = &each;
    } else {
      next = std::min(next, fit->error);
    }
  }
  return best && error <= kMuchBetter * next ? std::optional(best->table) : std::nullopt;
}

}  // namespace octo::vision
