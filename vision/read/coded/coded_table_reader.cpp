#include "vision/read/coded/coded_table_reader.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "vision/edition/face_code.h"
#include "vision/fuse/seen_table.h"
#include "vision/geometry/from_above.h"
#include "vision/locate/table_fit.h"
#include "vision/read/coded/coded_cards.h"
#include "vision/read/coded/drawn_cards.h"
#include "vision/read/coded/row_memory.h"
#include "vision/read/rounds/small_pieces.h"

namespace octo::vision {
namespace {

/// A row that shows in a changed block reaches at most this far beyond it, mm.
constexpr double kRowReach = 60;
/// Of a row in an area that is searched, its card's strip reaches at most this far beyond the area, mm.
constexpr double kStripReach = 30;
/// Around a row that is searched for, mm.
constexpr double kRowAround = 20;
/// A dot so near a changed block is looked at again, mm: changes too faint to tell go on beyond it.
constexpr double kDotNear = 8;
/// Looks at each resting table, and at one in doubt.
constexpr int kLeastLooks = 2, kMostLooks = 3;
/// Dots of 15: a row is hidden if so many of them are.
constexpr int kHiddenDots = 3;

/// Where a row on the table is searched for.
TableRect areaAround(const FoundRow& row) {
  const auto [x0, x1] = std::minmax(row.seen[0].x, row.seen[1].x);
  const auto [y0, y1] = std::minmax(row.seen[0].y, row.seen[1].y);
  return TableRect{x0, -y1, x1, -y0}.grown(kRowAround);
}

bool contains(const std::vector<TableRect>& areas, TablePoint point) {
  return std::any_of(areas.begin(), areas.end(), [&](const TableRect& area) { return area.contains(point); });
}

/// How far the same piece is read from where it was, mm.
constexpr double kSamePlace = 5;

/// Whatever their order; each is looked for among the others.
template <typename Piece, typename IsSame>
bool sameInAnyOrder(const std::vector<Piece>& a, const std::vector<Piece>& b, IsSame isSame) {
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const Piece& piece) {
           return std::any_of(b.begin(), b.end(), [&](const Piece& other) { return isSame(piece, other); });
         });
}

bool sameReadings(const std::vector<Sighting>& a, const std::vector<Sighting>& b) {
  return sameInAnyOrder(a, b, [](const Sighting& card, const Sighting& other) {
    return card.faces.front().face == other.faces.front().face && distance(card.pose->at, other.pose->at) < kSamePlace;
  });
}

bool sameRows(const std::vector<FoundRow>& a, const std::vector<FoundRow>& b) {
  return sameInAnyOrder(a, b, [](const FoundRow& row, const FoundRow& other) {
    return row.face == other.face &&
           std::hypot(row.seen[0].x - other.seen[0].x, row.seen[0].y - other.seen[0].y) < kSamePlace;
  });
}

class CodedTableReader final : public GameReader {
 public:
  CodedTableReader(const Edition& edition, int players)
      : marks_(edition.marksOf(groundFor(edition, players))),
        area_(areaBetween(marks_)),
        reader_(edition),
        small_(edition),
        drawn_(edition),
        table_(area_) {}

  std::vector<PrintedMark> marks() const override { return marks_; }
  TableRect playArea() const override { return area_; }

  void read(const cv::Mat& bgr, const TableView& view) override {
    table_.look(bgr, view);
    readChanged(bgr, view);
  }

  bool readsInPart() const override { return true; }

  bool readInPart(const cv::Mat& bgr, const TableView& view, const std::function<bool(TablePoint)>& moves) override {
    const auto before = memory_.there();
    table_.look(bgr, view, moves);
    readChanged(bgr, view);
    return !sameRows(before, memory_.there());
  }

  bool lookAgain(const cv::Mat& bgr, const TableView& view) override {
    if (areas_.empty() || looks_ >= (memory_.inDoubt() ? kMostLooks : kLeastLooks)) return false;
    ++looks_;
    const auto before = sightings(view);
    memory_.look(search(grayWhereNeeded(bgr, view), view), [&](const FoundRow& row) {
      return dotsWhere(row, [&](TablePoint dot) { return contains(changed_, dot); }) > 0 &&
             dotsWhere(row, [&](TablePoint dot) { return contains(areas_, dot) && !table_.isHidden(dot); }) ==
                 kCodeDots;
    });
    settleRows();
    return !sameReadings(before, sightings(view));
  }

  void forget() override {
    table_.forget();
    memory_.forget();
    small_.forget();
    areas_.clear();
    changed_.clear();
  }

  std::vector<Sighting> sightings(const TableView& view) const override {
    std::vector<FoundRow> rows;
    for (const RowMemory::Kept& kept : memory_.rows()) {
      rows.push_back(kept.row);
      rows.back().sure *= kept.presence;
    }
    std::vector<Sighting> pieces = reader_.cardsOf(rows, view);
    for (Sighting& piece : small_.sightings(view)) pieces.push_back(std::move(piece));
    return pieces;
  }

  std::vector<TableRect> hidden() const override { return table_.hidden(); }

 private:
  void readChanged(const cv::Mat& bgr, const TableView& view) {
    std::vector<TableRect> rowsToFind;
    for (const FoundRow& row : memory_.toBeFoundAgain()) rowsToFind.push_back(areaAround(row));
    areas_ = table_.changedAreas(kRowReach, rowsToFind);
    changed_ = table_.changedAreas(kDotNear, rowsToFind);
    const cv::Mat& gray = grayWhereNeeded(bgr, view);
    const auto moves = [&](TablePoint dot) { return table_.moves(dot); };
    std::vector<FoundRow> found = search(gray, view);
    std::erase_if(found, [&](const FoundRow& row) { return dotsWhere(row, moves) > 0; });
    memory_.rest(found, [&](const FoundRow& row) {
      return dotsWhere(row, [&](TablePoint dot) { return table_.changed(dot); }) > 0 ||
             dotsWhere(row, moves) >= kHiddenDots;
    });
    std::vector<FoundRow> seen;
    for (const RowMemory::Kept& kept : memory_.rows()) seen.push_back(kept.row);
    if (!areas_.empty()) drawn_.lay(seen, table_);
    small_.rest(bgr, gray, view, table_, areas_);
    table_.understand(
        [&](const SeenTable::Block& block) { return drawn_.explain(block) || small_.explain(block.middle); });
    small_.settle(table_);
    settleRows();
    looks_ = 1;
  }

  void settleRows() {
    memory_.settle(
        [&](const FoundRow& row) {
          return dotsWhere(row, [&](TablePoint dot) { return table_.isHidden(dot); }) >= kHiddenDots;
        },
        [&](const FoundRow& row) {
          return dotsWhere(row, [&](TablePoint dot) { return table_.changed(dot) && !table_.isHidden(dot); }) > 0;
        });
  }

  /// Only around the areas that are searched: elsewhere it shows what an earlier picture did.
  const cv::Mat& grayWhereNeeded(const cv::Mat& bgr, const TableView& view) {
    constexpr int kAround = 8;  // pixels that curves between pixels are drawn from
    if (gray_.size() != bgr.size()) gray_ = cv::Mat::zeros(bgr.size(), CV_8U);
    for (const TableRect& area : areas_) {
      const cv::Rect part = partShowing(area.grown(kStripReach), bgr.size(), view, kAround);
      if (!part.empty()) cv::cvtColor(bgr(part), gray_(part), cv::COLOR_BGR2GRAY);
    }
    return gray_;
  }

  std::vector<FoundRow> search(const cv::Mat& gray, const TableView& view) const {
    std::vector<FoundRow> found;
    for (const TableRect& area : areas_)
      for (FoundRow& row : reader_.rowsOnTable(gray, view, area, changed_)) found.push_back(std::move(row));
    return found;
  }

  template <typename Is>
  int dotsWhere(const FoundRow& row, Is is) const {
    const CodeRow& code = reader_.faces().row();
    int count = 0;
    for (int dot = 0; dot < kCodeDots; ++dot) {
      const ImagePoint at = project(row.imageFromCard, code.firstX + dot * code.stepX, code.firstY + dot * code.stepY);
      count += is(TablePoint{at.x, -at.y}) ? 1 : 0;
    }
    return count;
  }

  std::vector<PrintedMark> marks_;
  TableRect area_;
  CodedCardReader reader_;
  SmallPieces small_;
  DrawnCards drawn_;
  SeenTable table_;
  cv::Mat gray_;
  RowMemory memory_;
  std::vector<TableRect> areas_;    // searched at this rest
  std::vector<TableRect> changed_;  // of a row that is searched for, a dot lies there
  int looks_ = 0;
};

}  // namespace

std::unique_ptr<GameReader> makeCodedTableReader(GameId game, int players) {
  return std::make_unique<CodedTableReader>(printEdition(game), players);
}

}  // namespace octo::vision
