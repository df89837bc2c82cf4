#include "tracker/octa/octa_asides.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace octo::tracker::octa {
namespace {

using infer::Difference;
using infer::ExpectedPiece;
using infer::PieceId;
using Pieces = OctaArrangement::Pieces;

/// How likely each is done next where the table looks so, and how likely a hand comes to one of the piles for nothing.
constexpr double kSquaresUp = 0.05, kSetsStraight = 0.02, kMovesAlong = 0.02, kHesitates = 0.01;
/// Whoever sets a card straight or moves it along moves it no farther than that, and within its row, mm.
constexpr double kStraightened = 42, kMovedAlong = 150, kInRow = 30;
/// People lay runs a little beyond their place, mm.
constexpr double kBeyondArea = 14;

class Asides {
 public:
  Asides(const OctaArrangement& arrangement, const Pieces& pieces, const Difference& difference)
      : arrangement_(arrangement), pieces_(pieces), difference_(difference) {}

  std::vector<Aside> all() {
    squaring();
    straightening();
    moving();
    const OctaPlaces& places = arrangement_.places();
    for (const TableRect& pile : {places.stock, places.discard, places.actions[0], places.actions[1]})
      asides_.push_back({std::nullopt, pile.middle(), kHesitates});
    return std::move(asides_);
  }

 private:
  void squaring() {
    if (!arrangement_.isFanned()) return;
    const TablePoint middle = arrangement_.places().discard.middle();
    const auto isTouched = [&](const OctaArrangement::Discarded& each) {
      const auto pose = difference_.poseOf(each.id);
      return difference_.isMissing(each.id) ||
             (pose && distance(pose->at, middle) < distance(pose->at, {middle.x + each.off.x, middle.y + each.off.y}));
    };
    const auto& pile = arrangement_.discard();
    if (std::none_of(pile.begin(), pile.end(), isTouched)) return;
    OctaArrangement squared = arrangement_;
    squared.squareUpDiscard();
    asides_.push_back({std::move(squared), middle, kSquaresUp});
  }

  void straightening() {
    for (const ExpectedPiece& piece : pieces_) {
      const auto pose = difference_.poseOf(piece.id);
      if (!pose || distance(pose->at, piece.pose.at) > kStraightened) continue;
      if (std::none_of(difference_.news.begin(), difference_.news.end(),
                       [&](const SeenPiece* seen) { return seen->pose == *pose && piece.mayShow(seen->face()); }))
        continue;
      OctaArrangement straight = arrangement_;
      straight.layAgain(piece.id);
      asides_.push_back({std::move(straight), pose->at, kSetsStraight});
    }
  }

  /// Whether that may be this piece, which is seen nowhere else.
  bool mayBe(PieceId id, const SeenPiece& seen) const {
    const auto pose = difference_.poseOf(id);
    return difference_.isUnseen(id) || (pose && (difference_.isNewsAt(*pose) || seen.pose == *pose));
  }

  /// Where cards of the run are seen otherwise: of several anywhere, of one in its row.
  std::map<PieceId, TablePoint> movedOf(const OctaArrangement::LyingRun& run) const {
    std::map<PieceId, TablePoint> along, anywhere;
    const TableRect area = arrangement_.places().runs[static_cast<std::size_t>(run.owner)].grown(kBeyondArea);
    for (const OctaArrangement::RunCard& card : run.cards) {
      const auto piece =
          std::find_if(pieces_.begin(), pieces_.end(), [&](const ExpectedPiece& each) { return each.id == card.id; });
      if (piece == pieces_.end()) continue;
      const auto pose = difference_.poseOf(card.id);
      const TablePoint was = pose ? pose->at : piece->pose.at;
      for (const SeenPiece* seen : difference_.news) {
        const TablePoint at = seen->pose.at;
        if (!area.contains(at) || !piece->mayShow(seen->face()) || !mayBe(card.id, *seen)) continue;
        anywhere[card.id] = at;
        if (distance(at, was) < kMovedAlong && std::abs(at.y - run.lowest.y) < kInRow) along[card.id] = at;
      }
    }
    return anywhere.size() > 1 ? anywhere : along;
  }

  void moving() {
    std::map<PieceId, TablePoint> to;
    TablePoint last;
    for (const OctaArrangement::LyingRun& run : arrangement_.runs()) {
      const auto moved = movedOf(run);
      if (moved.empty()) continue;
      to.insert(moved.begin(), moved.end());
      last = moved.rbegin()->second;
    }
    if (to.empty()) return;
    OctaArrangement moved = arrangement_;
    moved.moveInRuns(to);
    asides_.push_back({std::move(moved), last, kMovesAlong});
  }

  const OctaArrangement& arrangement_;
  const Pieces& pieces_;
  const Difference& difference_;
  std::vector<Aside> asides_;
};

}  // namespace

std::vector<Aside> asidesAt(const OctaArrangement& arrangement, const Pieces& pieces, const Difference& difference) {
  return Asides(arrangement, pieces, difference).all();
}

}  // namespace octo::tracker::octa
