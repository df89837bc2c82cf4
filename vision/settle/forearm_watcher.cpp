#include "vision/settle/forearm_watcher.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "tracker/vocabulary/layout.h"
#include "tracker/vocabulary/zone_place.h"

namespace octo::vision {
namespace {

/// A forearm covers at least this many blocks; less is a shadow's edge or noise.
constexpr std::size_t kLeastForearm = 6;
/// Of a forearm of which nobody sees where it comes into the picture: a side with a smaller share of what was seen
/// outside the play area has none of its own.
constexpr double kOwnShare = 0.25;
/// Blocks at the picture's edge no farther apart than that are of one forearm.
constexpr int kSameForearm = 4;
/// A forearm is looked at so far from where it comes into the picture; whoever it belongs to is so far behind that, mm.
constexpr double kAlong = 200, kBody = 300;
/// A side is told surely where whoever sits there is so far from the next side's corner.
constexpr double kClearlyAside = 0.25;
/// What lies beyond the play area by this share of its half width counts in full.
constexpr double kFullVote = 0.15;

/// How high above the table a forearm shows that takes or lays something, mm: the fingertips and what they hold
/// (rendered forearms; real forearms have not been measured).
constexpr double kHandHeight = 18;

/// And how high where it comes over the edge of the play area; so much of it on either side of that edge is looked at.
constexpr double kForearmHeight = 70, kEdge = 40;

/// A forearm has drawn back, and comes again, by more than this, mm: two blocks and a shadow.
constexpr double kComesAgain = 40;
/// One that a picture does not show may be there still; after so many it is gone.
constexpr int kGone = 2;

/// So much of a forearm's end is looked at for its middle, mm.
constexpr double kTip = 40;

/// The side of the table on which a point outside lies, `u` and `v` in half widths; in the order of Side.
std::size_t sideOf(double u, double v) {
  if (std::abs(u) > std::abs(v)) return static_cast<std::size_t>(u < 0 ? Side::Left : Side::Right);
  return static_cast<std::size_t>(v < 0 ? Side::Near : Side::Far);
}

}  // namespace

const ForearmTrack& farther(const ForearmTrack& one, const ForearmTrack& other) {
  return seenFrom(other.from, other.reached).y > seenFrom(one.from, one.reached).y ? other : one;
}

void addVisit(std::vector<ForearmTrack>& forearms, const ForearmTrack& later) {
  const auto same = std::find_if(forearms.begin(), forearms.end(), [&](const ForearmTrack& each) {
    return each.from == later.from && distance(each.reached, later.reached) < kSamePlace;
  });
  const ForearmTrack told = same == forearms.end() ? later : farther(*same, later);
  if (same != forearms.end()) forearms.erase(same);
  forearms.push_back(told);
}

void ForearmWatcher::reset() {
  resting_.release();
  reaches_ = {};
  alone_ = {};
}

void ForearmWatcher::rest(const cv::Mat& small) { small.copyTo(resting_); }

void ForearmWatcher::watch(const cv::Mat& small, int stride, const TableView& view) {
  if (resting_.size() != small.size()) return;
  changes_.compare(resting_, small);
  place(stride, view);
  findForearms();
  from_.clear();
  for (const Forearm* each : forearms_) from_.push_back(sidesEntered(*each));
  const bool anyEntered = rememberWhoCameAlone();
  for (std::size_t k = 0; k < forearms_.size(); ++k)
    from_[k] = anyEntered ? withoutStretched(from_[k]) : sidesOutside(*forearms_[k]);
  for (std::size_t side = 0; side < reaches_.size(); ++side) {
    const Forearm* farthest = nullptr;
    double depth = 0, sure = 0;
    for (std::size_t k = 0; k < forearms_.size(); ++k) {
      if (from_[k][side] == 0) continue;
      const double its = depthOf(*forearms_[k], side);
      if (!farthest || its > depth) farthest = forearms_[k], depth = its, sure = from_[k][side];
    }
    count(side, farthest, depth, sure);
  }
}

/// False where none comes in at all.
bool ForearmWatcher::rememberWhoCameAlone() {
  bool any = false;
  for (std::size_t side = 0; side < alone_.size(); ++side) {
    const auto comes = [side](const Sides& sides) { return sides[side] > 0; };
    const auto comesAlone = [&](const Sides& sides) {
      return comes(sides) && std::count_if(sides.begin(), sides.end(), [](double sure) { return sure > 0; }) == 1;
    };
    const bool there = std::any_of(from_.begin(), from_.end(), comes);
    alone_[side] = there && (alone_[side] || std::any_of(from_.begin(), from_.end(), comesAlone));
    any = any || there;
  }
  return any;
}

/// A hand that is stretched over all the table leaves the picture where no forearm has come in.
ForearmWatcher::Sides ForearmWatcher::withoutStretched(Sides sides) const {
  bool cameAlone = false;
  for (std::size_t side = 0; side < sides.size(); ++side) cameAlone |= sides[side] > 0 && alone_[side];
  for (std::size_t side = 0; side < sides.size(); ++side)
    if (cameAlone && !alone_[side]) sides[side] = 0;
  return sides;
}

/// Something of it is over the play area.
bool ForearmWatcher::reachesIn(const Forearm& forearm) const {
  return std::count_if(forearm.blocks.begin(), forearm.blocks.end(),
                       [&](std::size_t block) { return beyondPlayArea(places_[block]) <= 0; }) >= 2;
}

void ForearmWatcher::place(int stride, const TableView& view) {
  const auto blocks = static_cast<std::size_t>(changes_.columns() * changes_.rows());
  if (places_.size() == blocks && placedBy_ == view.homography()) return;
  placedBy_ = view.homography();
  places_.clear();
  const double side = static_cast<double>(kChangeBlock) * stride;
  camera_ = cameraOf(view, resting_.size() * stride);
  for (int row = 0; row < changes_.rows(); ++row)
    for (int column = 0; column < changes_.columns(); ++column)
      places_.push_back(view.tableFromImage({(column + 0.5) * side, (row + 0.5) * side}));
}

/// What changed, in pieces: blocks up to two apart belong together, for the inside of a sleeve is of one colour and
/// looks unchanged where the cloth was too.
void ForearmWatcher::findForearms() {
  const int columns = changes_.columns(), rows = changes_.rows();
  // Each block with its neighbours to the right and below: then blocks two apart touch, and no others do.
  spread_.create(rows + 1, columns + 1, CV_8U);
  spread_.setTo(0);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      if (changes_.changed(column, row)) spread_(cv::Rect(column, row, 2, 2)).setTo(1);
  const auto count = static_cast<std::size_t>(cv::connectedComponents(spread_, labels_, 8, CV_32S));
  if (pieces_.size() < count) pieces_.resize(count);
  for (Forearm& each : pieces_) each.blocks.clear(), each.edge.clear();
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      if (!changes_.changed(column, row)) continue;
      Forearm& forearm = pieces_[static_cast<std::size_t>(labels_.at<int>(row, column))];
      const auto block = static_cast<std::size_t>(row * columns + column);
      forearm.blocks.push_back(block);
      if (row == 0)
        forearm.edge.emplace_back(column, block);
      else if (column == columns - 1)
        forearm.edge.emplace_back(columns + row, block);
      else if (row == rows - 1)
        forearm.edge.emplace_back(2 * columns + rows - column, block);
      else if (column == 0)
        forearm.edge.emplace_back(2 * (columns + rows) - row, block);
    }
  forearms_.clear();
  for (const Forearm& each : pieces_)
    if (each.blocks.size() >= kLeastForearm && reachesIn(each)) forearms_.push_back(&each);
}

/// One picture, and of the forearms that come from the side in it the one that reaches farthest; null where none does.
void ForearmWatcher::count(std::size_t side, const Forearm* farthest, double depth, double sure) {
  Reach& reach = reaches_[side];
  if (!farthest) {
    if (++reach.gone >= kGone) reach.goesOn = false, reach.back = 0;
    return;
  }
  reach.gone = 0;
  reach.back = std::min(reach.back, depth);
  const bool drewBack = !reach.goesOn || reach.back + kComesAgain <= reach.visits.back().depth;
  if (drewBack && (reach.back == 0 ? depth > 0 : depth >= reach.back + kComesAgain)) {
    reach.visits.emplace_back();
    reach.goesOn = true;
  }
  if (!reach.goesOn) return;
  Visit& visit = reach.visits.back();
  visit.sure += sure;
  ++visit.pictures;
  if (depth <= visit.depth) return;
  visit.depth = reach.back = depth;
  visit.farthest = below(camera_, tipOf(*farthest, side, depth), kHandHeight);
  visit.entered = entryOf(*farthest, side);
}

double ForearmWatcher::depthOf(const Forearm& forearm, std::size_t side) const {
  double depth = 0;
  for (const std::size_t block : forearm.blocks) depth = std::max(depth, depthFrom(side, places_[block]));
  return depth;
}

/// From which sides forearms come that are one piece of change, by where they come into the picture and from where they
/// point there; each with how sure that is, 0 to 1. Fingers beyond the play area on another side are no forearm there.
ForearmWatcher::Sides ForearmWatcher::sidesEntered(const Forearm& forearm) {
  Sides sides{};
  std::vector<std::pair<int, std::size_t>>& edge = edge_ = forearm.edge;
  std::sort(edge.begin(), edge.end());
  const int around = 2 * (changes_.columns() + changes_.rows());
  // Begun after a gap, so that none is cut where counting begins.
  const auto gap = std::adjacent_find(edge.begin(), edge.end(),
                                      [](const auto& a, const auto& b) { return b.first - a.first > kSameForearm; });
  if (gap != edge.end()) {
    for (auto each = edge.begin(); each <= gap; ++each) each->first += around;
    std::rotate(edge.begin(), std::next(gap), edge.end());
  }
  for (auto first = edge.begin(), last = first; first != edge.end(); first = last) {
    TablePoint enters{0, 0};
    for (last = first; last != edge.end() && (last == first || last->first - std::prev(last)->first <= kSameForearm);
         ++last)
      enters.x += places_[last->second].x, enters.y += places_[last->second].y;
    const auto count = static_cast<double>(last - first);
    const TablePoint body = bodyBehind(forearm, {enters.x / count, enters.y / count});
    const double u = body.x / halfWidth_, v = body.y / halfHeight_;
    const double aside = std::abs(std::abs(u) - std::abs(v)) / std::max(std::abs(u), std::abs(v));
    double& sure = sides[sideOf(u, v)];
    sure = std::max(sure, 0.5 + 0.5 * std::min(1.0, aside / kClearlyAside));
  }
  return sides;
}

/// Whose forearm it is that comes into the picture there: straight on along it.
TablePoint ForearmWatcher::bodyBehind(const Forearm& forearm, TablePoint enters) const {
  TablePoint sum{0, 0};
  double blocks = 0;
  for (const std::size_t block : forearm.blocks)
    if (distance(places_[block], enters) < kAlong) sum.x += places_[block].x, sum.y += places_[block].y, ++blocks;
  if (blocks == 0) return enters;
  const double x = enters.x - sum.x / blocks, y = enters.y - sum.y / blocks, length = std::hypot(x, y);
  if (length < 1) return enters;
  return {enters.x + kBody * x / length, enters.y + kBody * y / length};
}

/// By what is seen of it outside the play area; nothing of a piece that was laid or taken.
ForearmWatcher::Sides ForearmWatcher::sidesOutside(const Forearm& forearm) const {
  Sides votes{};
  double all = 0;
  for (const std::size_t block : forearm.blocks) {
    const double beyond = beyondPlayArea(places_[block]);
    if (beyond <= 0) continue;
    const double vote = std::min(1.0, beyond / kFullVote);
    votes[sideOf(places_[block].x / halfWidth_, places_[block].y / halfHeight_)] += vote;
    all += vote;
  }
  for (double& each : votes) each = each > kOwnShare * all ? each / all : 0;
  return votes;
}

/// In half widths, beyond the nearest edge; at most 0 inside.
double ForearmWatcher::beyondPlayArea(TablePoint at) const {
  return std::max(std::abs(at.x) / halfWidth_, std::abs(at.y) / halfHeight_) - 1;
}

/// The middle of a forearm's end, as far as it reaches.
TablePoint ForearmWatcher::tipOf(const Forearm& forearm, std::size_t side, double depth) const {
  TablePoint sum{0, 0};
  double blocks = 0;
  for (const std::size_t block : forearm.blocks) {
    const double own = depthFrom(side, places_[block]);
    if (own <= std::max(0.0, depth - kTip)) continue;  // outside the play area depth says nothing
    sum.x += places_[block].x;
    sum.y += places_[block].y;
    ++blocks;
  }
  const TablePoint middle{sum.x / blocks, sum.y / blocks};
  return pointOn({middle, angleFor(static_cast<Side>(side))}, 0, depth - depthFrom(side, middle));
}

/// Where a forearm crosses that side's edge of the play area; nothing where the edge is not in the picture.
std::optional<TablePoint> ForearmWatcher::entryOf(const Forearm& forearm, std::size_t side) const {
  const Side from = static_cast<Side>(side);
  const bool across = from == Side::Left || from == Side::Right;
  const double edge = across ? -halfWidth_ : -halfHeight_;
  double along = 0, blocks = 0;
  for (const std::size_t block : forearm.blocks) {
    const TablePoint at = seenFrom(from, below(camera_, places_[block], kForearmHeight));
    if (std::abs(at.y - edge) > kEdge) continue;
    along += at.x;
    ++blocks;
  }
  if (blocks == 0) return std::nullopt;
  return pointOn({{0, 0}, angleFor(from)}, along / blocks, edge);
}

double ForearmWatcher::depthFrom(std::size_t side, TablePoint at) const {
  if (std::abs(at.x) > halfWidth_ || std::abs(at.y) > halfHeight_) return 0;
  const bool across = static_cast<Side>(side) == Side::Left || static_cast<Side>(side) == Side::Right;
  return seenFrom(static_cast<Side>(side), at).y + (across ? halfWidth_ : halfHeight_);
}

std::vector<ForearmTrack> ForearmWatcher::take(bool movesOn) {
  std::vector<ForearmTrack> forearms;
  std::array<double, 4> surest{};
  for (std::size_t side = 0; side < reaches_.size(); ++side) {
    Reach& reach = reaches_[side];
    for (const Visit& visit : reach.visits)
      addVisit(forearms, {static_cast<Side>(side), visit.sure / visit.pictures, visit.farthest, visit.entered});
    reach.visits.clear();
    reach.goesOn = false;
    if (!movesOn) reach.back = 0;
  }
  for (const ForearmTrack& each : forearms) {
    double& most = surest[static_cast<std::size_t>(each.from)];
    most = std::max(most, each.confidence);
  }
  const auto sureOf = [&](const ForearmTrack& each) { return surest[static_cast<std::size_t>(each.from)]; };
  std::stable_sort(forearms.begin(), forearms.end(),
                   [&](const ForearmTrack& a, const ForearmTrack& b) { return sureOf(a) > sureOf(b); });
  return forearms;
}

}  // namespace octo::vision
