#include "tracker/octa/octa_asides.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>
#include <vector>

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
/// Cards that are moved at once are moved alike, but for so many mm.
constexpr double kAlike = 12;
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

  /// A card of a run that may be seen elsewhere now.
  struct Seen {
    PieceId card;
    TablePoint was, at;

    TablePoint by() const { return {at.x - was.x, at.y - was.y}; }
    /// From where it would be if it was moved just so.
    double off(TablePoint moved) const { return distance(at, {was.x + moved.x, was.y + moved.y}); }
  };

  /// How most of them were moved at once; of several, the shortest way.
  static TablePoint movedBy(const std::vector<Seen>& seen) {
    TablePoint best{};
    std::size_t most = 0;
    for (const Seen& each : seen) {
      const TablePoint by = each.by();
      std::set<PieceId> alike;
      for (const Seen& other : seen)
        if (other.off(by) < kAlike) alike.insert(other.card);
      if (alike.size() < most || (alike.size() == most && distance(by, {}) >= distance(best, {}))) continue;
      best = by;
      most = alike.size();
    }
    return best;
  }

  /// What a look shows of a run: where its cards may be seen elsewhere, which others went along, and how many lie as
  /// they did.
  struct RunSeen {
    std::vector<Seen> elsewhere;
    std::map<PieceId, TablePoint> along;
    std::size_t still = 0;
  };

  RunSeen look(const OctaArrangement::LyingRun& run) const {
    RunSeen shown;
    const TableRect area = arrangement_.places().runs[static_cast<std::size_t>(run.owner)].grown(kBeyondArea);
    for (const OctaArrangement::RunCard& card : run.cards) {
      const ExpectedPiece* piece = pieceOf(pieces_, card.id);
      if (!piece) continue;
      const auto pose = difference_.poseOf(card.id);
      const auto from = difference_.movedFrom(card.id);
      if (pose && from) shown.along[card.id] = pose->at;
      shown.still += pose && !from && !difference_.isUnseen(card.id) && !difference_.isNewsAt(*pose);
      const TablePoint was = from ? *from : pose ? pose->at : piece->pose.at;
      for (const SeenPiece* news : difference_.news)
        if (area.contains(news->pose.at) && piece->mayShow(news->face()) && mayBe(card.id, *news))
          shown.elsewhere.push_back({card.id, was, news->pose.at});
    }
    return shown;
  }

  /// Of the places where a card may be seen, the one where most of them were moved.
  static std::map<PieceId, Seen> movedAlike(const std::vector<Seen>& elsewhere) {
    const TablePoint by = movedBy(elsewhere);
    std::map<PieceId, Seen> moved;
    for (const Seen& each : elsewhere) {
      const auto [known, isFirst] = moved.emplace(each.card, each);
      if (!isFirst && each.off(by) < known->second.off(by)) known->second = each;
    }
    return moved;
  }

  /// Where cards of the run are seen otherwise. Where most of them lie as they did, the others were only set straight;
  /// else several may lie anywhere, and one in its row.
  std::map<PieceId, TablePoint> movedOf(const OctaArrangement::LyingRun& run) const {
    RunSeen shown = look(run);
    const std::map<PieceId, Seen> moved = movedAlike(shown.elsewhere);
    const bool few = moved.size() <= shown.still, one = moved.size() == 1;
    std::map<PieceId, TablePoint> to;
    for (const auto& [card, each] : moved) {
      const double far = distance(each.at, each.was);
      const bool inRow = far < kMovedAlong && std::abs(each.at.y - run.lowest.y) < kInRow;
      if (few ? far < kStraightened : !one || inRow) to[card] = each.at;
    }
    if (!to.empty()) to.merge(shown.along);
    return to;
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
