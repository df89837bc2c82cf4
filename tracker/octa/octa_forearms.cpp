#include "tracker/octa/octa_forearms.h"

#include <algorithm>
#include <cmath>

#include "tracker/follow/forearms.h"

namespace octo::tracker::octa {
namespace {

/// Fingers end beyond what they touch, as the person sees it, in millimetres: in rendered games 59 ± 12, and 6 ± 19 to
/// the right; where somebody points exactly at it, not at all. Half of it is off by as much either way.
constexpr double kBeyond = 30;

}  // namespace

double offBy(const ForearmTrack& forearm, TablePoint at) {
  const TablePoint ended = seenFrom(forearm.from, forearm.reached), there = seenFrom(forearm.from, at);
  return distance(ended, {there.x, there.y + kBeyond});
}

bool mayHaveTouched(std::span<const ForearmTrack> forearms, Side side, TablePoint at, double within) {
  return std::any_of(forearms.begin(), forearms.end(),
                     [&](const ForearmTrack& forearm) { return forearm.from == side && offBy(forearm, at) < within; });
}

bool mayHaveTouchedBefore(std::span<const ForearmTrack> forearms, Side side, TablePoint at) {
  return std::any_of(forearms.begin(), forearms.end(), [&](const ForearmTrack& forearm) {
    return forearm.from == side && beyond(forearm, at) > 0 && std::abs(rightOf(forearm, at)) < kElsewhere;
  });
}

}  // namespace octo::tracker::octa
