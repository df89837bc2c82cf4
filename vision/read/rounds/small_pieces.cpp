#include "vision/read/rounds/small_pieces.h"

#include <algorithm>

#include "vision/geometry/from_above.h"

namespace octo::vision {
namespace {

/// Half the width of a chip or token, mm.
constexpr double kRoundReach = 15;
/// From the turn marker's middle to its ticket's corner, mm.
constexpr double kTicketReach = 45;

bool hasChangedAround(TablePoint at, const SeenTable& table) {
  for (const double x : {-0.6, 0.0, 0.6})
    for (const double y : {-0.6, 0.0, 0.6})
      if (table.changed({at.x + x * kRoundReach, at.y + y * kRoundReach})) return true;
  return false;
}

}  // namespace

std::vector<Sighting> smallPiecesIn(const RoundPieces& rounds, const cv::Mat& bgr, const cv::Mat& gray,
                                    const std::vector<FoundMarker>& markers, const TableView& table) {
  const TableRect shown = shownBy(bgr.size(), table);
  if (!(shown.x1 > shown.x0 && shown.y1 > shown.y0)) return {};
  std::vector<Sighting> pieces;
  for (const FoundRound& round : rounds.find(bgr, table, shown)) pieces.push_back(rounds.sightingOf(round, table));
  if (const auto turn = readTurnMarker(gray, markers, table)) pieces.push_back(sightingOf(*turn, table));
  return pieces;
}

void SmallPieces::rest(const cv::Mat& bgr, const cv::Mat& gray, const TableView& view, const SeenTable& table,
                       const std::vector<TableRect>& areas) {
  for (KnownRound& known : rounds_) known.seen = !hasChangedAround(known.round.at, table);
  for (const TableRect& area : table.changedAreas(kRoundReach))
    for (const FoundRound& found : roundPieces_.find(bgr, view, area)) {
      const auto same = std::find_if(rounds_.begin(), rounds_.end(), [&](const KnownRound& known) {
        return distance(known.round.at, found.at) < kRoundReach;
      });
      if (same == rounds_.end())
        rounds_.push_back({found, true});
      else if (!same->seen)
        *same = {found, true};
    }
  if (areas.empty()) return;
  // There is one marker at most.
  if (turn_) turn_->seen = !hasChangedAround(turn_->marker.pose.at, table);
  if (turn_ && turn_->seen) return;
  for (const TableRect& area : table.changedAreas(kTicketReach))
    if (const auto found = findTurnMarker(gray, view, area)) turn_ = KnownTurn{*found, true};
}

bool SmallPieces::explain(TablePoint at) const {
  const bool isRound = std::any_of(rounds_.begin(), rounds_.end(), [&](const KnownRound& known) {
    return known.seen && distance(known.round.at, at) < kRoundReach + 4;
  });
  return isRound || (turn_ && turn_->seen && distance(turn_->marker.pose.at, at) < kTicketReach);
}

void SmallPieces::settle(const SeenTable& table) {
  std::erase_if(rounds_, [&](const KnownRound& known) { return !known.seen && !table.isHidden(known.round.at); });
  if (turn_ && !turn_->seen && !table.isHidden(turn_->marker.pose.at)) turn_.reset();
}

void SmallPieces::forget() {
  rounds_.clear();
  turn_.reset();
}

std::vector<Sighting> SmallPieces::sightings(const TableView& view) const {
  std::vector<Sighting> pieces;
  for (const KnownRound& known : rounds_)
    if (known.seen) pieces.push_back(roundPieces_.sightingOf(known.round, view));
  if (turn_ && turn_->seen) pieces.push_back(sightingOf(turn_->marker, view));
  return pieces;
}

}  // namespace octo::vision
