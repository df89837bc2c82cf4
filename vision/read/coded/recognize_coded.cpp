#include <algorithm>
#include <map>
#include <mutex>
#include <opencv2/imgproc.hpp>

#include "vision/edition/edition.h"
#include "vision/geometry/from_above.h"
#include "vision/locate/table_keeper.h"
#include "vision/read/coded/coded_cards.h"
#include "vision/read/markers/turn_marker.h"
#include "vision/read/reader.h"
#include "vision/read/rounds/small_pieces.h"

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

struct FoundMat {
  const std::vector<PrintedMark>* marks;
  TableFit fit;
};

std::optional<FoundMat> fitMat(const std::vector<std::vector<PrintedMark>>& mats,
                               const std::vector<FoundMarker>& found) {
  std::optional<FoundMat> best;
  for (const auto& marks : mats) {
    const auto fit = fitTable(found, marks);
    if (!fit || fit->markers.size() < kLeastMarkers || fit->error > kWorstFit) continue;
    const bool more = !best || fit->markers.size() > best->fit.markers.size();
    if (more || (fit->markers.size() == best->fit.markers.size() && fit->error < best->fit.error))
      best = FoundMat{&marks, *fit};
  }
  return best;
}

/// A card laid half beside the mat is still played, mm.
constexpr double kBesideTheMat = 60;

TableRect shared(const TableRect& a, const TableRect& b) {
  return {std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1), std::min(a.y1, b.y1)};
}

/// The markers' centres lie at the play area's corners.
std::optional<TableView> viewOf(const std::vector<PrintedMark>& marks, const std::vector<ImagePoint>& corners) {
  std::vector<TablePoint> places;
  for (const PrintedMark& mark : marks) places.push_back(mark.centre);
  return viewFromCorners(corners, places);
}

/// What a game's cards and round pieces are read with; drawing all of them takes a third of a second, once.
struct Readers {
  explicit Readers(GameId game) : edition(printEdition(game)), cards(edition), rounds(edition), mats(matsOf(edition)) {}

  const Edition& edition;
  CodedCardReader cards;
  RoundPieces rounds;
  std::vector<std::vector<PrintedMark>> mats;
};

const Readers& readersOf(GameId game) {
  static std::mutex busy;
  static std::map<GameId, Readers> known;
  const std::scoped_lock lock(busy);
  return known.try_emplace(game, game).first->second;
}

/// A picture to be read, in one or several ways.
class Picture {
 public:
  Picture(const Readers& readers, const cv::Mat& bgr) : readers_(readers), bgr_(bgr) {
    cv::cvtColor(bgr, gray_, cv::COLOR_BGR2GRAY);
    markers_ = findMarkers(gray_);
  }

  const std::vector<FoundMarker>& markers() const { return markers_; }

  /// `marks`: between which the game is played; where they are not known, it may be anywhere.
  Recognition onTable(const TableView& table, FoundBy foundBy, const std::vector<PrintedMark>* marks = nullptr) const {
    const TableRect shown = shownBy(gray_.size(), table);
    const TableRect played = marks ? shared(shown, areaBetween(*marks).grown(kBesideTheMat)) : shown;
    Recognition result{table, foundBy, readers_.cards.read(gray_, table, played)};
    for (Sighting& piece : smallPiecesIn(readers_.rounds, bgr_, gray_, markers_, table))
      result.pieces.push_back(std::move(piece));
    return result;
  }

  /// Cards seen whole tell the plane that all lie in; where it does not help, each stands by itself.
  Recognition withoutTable() const {
    CodedCardReader::Loose loose = readers_.cards.readLoose(gray_);
    Recognition result{std::nullopt, FoundBy::Nothing, std::move(loose.cards)};
    if (loose.plane) {
      Recognition flat = onTable(*loose.plane, FoundBy::Nothing);
      flat.table.reset();
      for (Sighting& piece : flat.pieces) piece.pose.reset();
      if (flat.pieces.size() >= result.pieces.size()) return flat;
    }
    if (auto turn = looseTurnMarker(markers_)) result.pieces.push_back(std::move(*turn));
    return result;
  }

 private:
  const Readers& readers_;
  const cv::Mat& bgr_;
  cv::Mat gray_;
  std::vector<FoundMarker> markers_;
};

}  // namespace

Recognition findMat(GameId game, const std::vector<FoundMarker>& markers, const std::vector<ImagePoint>& corners) {
  const auto mats = matsOf(printEdition(game));
  if (const auto mat = fitMat(mats, markers)) return {mat->fit.view, FoundBy::Marks, {}};
  if (!corners.empty() && !mats.empty())
    if (const auto view = viewOf(mats.front(), corners)) return {*view, FoundBy::GivenCorners, {}};
  return {};
}

Recognition recognizeCodedCards(GameId game, const cv::Mat& bgr, const std::vector<ImagePoint>& corners) {
  const Readers& readers = readersOf(game);
  const Picture picture(readers, bgr);
  if (const auto mat = fitMat(readers.mats, picture.markers()))
    return picture.onTable(mat->fit.view, FoundBy::Marks, mat->marks);
  Recognition result = picture.withoutTable();
  // Corners do not say how large the play area is: the size at which most pieces have theirs.
  for (const auto& marks : readers.mats) {
    const auto view = corners.empty() ? std::nullopt : viewOf(marks, corners);
    if (!view) continue;
    Recognition seen = picture.onTable(*view, FoundBy::GivenCorners, &marks);
    if (!seen.pieces.empty() && seen.pieces.size() >= result.pieces.size()) result = std::move(seen);
  }
  return result;
}

}  // namespace octo::vision
