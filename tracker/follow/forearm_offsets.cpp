#include "tracker/follow/forearm_offsets.h"

#include <algorithm>
#include <cmath>

#include "tracker/follow/forearms.h"
#include "tracker/follow/seen_again.h"
#include "tracker/vocabulary/layout.h"
#include "tracker/vocabulary/zone_place.h"

namespace octo::tracker {
namespace {

/// A forearm that ended farther away did something else, mm.
constexpr double kFarthest = 150;
/// An offset is learnt from the latest times.
constexpr std::size_t kLatest = 24;
/// What is thought of it before: the mean over people, which weighs as much as so many times seen.
constexpr TablePoint kOrdinary{10, 50};
constexpr double kOrdinaryWeighs = 2;
/// How far an ordinary person's forearms end from their own mean, along each axis, mm, which weighs as much as so many
/// times seen; nobody's are taken for more exact than that.
constexpr double kOrdinarySpread = 22, kSpreadWeighs = 4, kMostExact = 12;

std::size_t numberOf(Side side) { return static_cast<std::size_t>(side); }

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

TablePoint median(const std::vector<TablePoint>& points) {
  std::vector<double> xs, ys;
  for (const TablePoint& each : points) xs.push_back(each.x), ys.push_back(each.y);
  return {median(std::move(xs)), median(std::move(ys))};
}

/// Of points about their middle, along each axis; one far off counts like one at the edge of what is usual.
double spreadOf(const std::vector<TablePoint>& points, TablePoint middle) {
  constexpr double kUsual = 60;
  double sum = kSpreadWeighs * kOrdinarySpread * kOrdinarySpread;
  for (const TablePoint& each : points) sum += std::pow(std::min(distance(each, middle), kUsual), 2) / 2;
  return std::max(kMostExact, std::sqrt(sum / (kSpreadWeighs + static_cast<double>(points.size()))));
}

/// The only piece that was not there; nothing where several are new.
const SeenPiece* onlyNew(const std::vector<SeenPiece>& before, const std::vector<SeenPiece>& now) {
  const SeenPiece* found = nullptr;
  for (const SeenPiece& piece : now) {
    if (isSeenAgain(piece, before)) continue;
    if (found) return nullptr;
    found = &piece;
  }
  return found;
}

}  // namespace

void ForearmOffsets::learn(const Observation& now) {
  const SeenPiece* laid = now.forearms.size() == 1 ? onlyNew(before_, now.pieces) : nullptr;
  if (laid) {
    const ForearmTrack& forearm = now.forearms.front();
    const TablePoint ended = seenFrom(forearm.from, forearm.reached), there = seenFrom(forearm.from, laid->pose.at);
    if (distance(ended, there) < kFarthest) {
      auto& seen = seen_[numberOf(forearm.from)];
      seen.push_back({ended.x - there.x, ended.y - there.y});
      if (seen.size() > kLatest) seen.erase(seen.begin());
    }
  }
  before_ = now.pieces;
}

void ForearmOffsets::correct(std::vector<ForearmTrack>& forearms) const {
  for (ForearmTrack& forearm : forearms) {
    const auto& seen = seen_[numberOf(forearm.from)];
    const double times = static_cast<double>(seen.size()), all = times + kOrdinaryWeighs;
    const TablePoint mean = seen.empty() ? kOrdinary : median(seen);
    const TablePoint offset{(mean.x * times + kOrdinary.x * kOrdinaryWeighs) / all,
                            (mean.y * times + kOrdinary.y * kOrdinaryWeighs) / all};
    forearm.spread = spreadOf(seen, mean);
    forearm.reached =
        pointOn({forearm.reached, angleFor(forearm.from)}, kExpectedEnd.x - offset.x, kExpectedEnd.y - offset.y);
  }
}

}  // namespace octo::tracker
