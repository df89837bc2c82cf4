#include "tracker/octa/octa_arms.h"

#include <algorithm>
#include <cmath>

#include "tracker/follow/hands.h"

namespace octo::tracker::octa {
namespace {

/// Fingers end beyond what they touch, as the person sees it, in millimetres: in rendered games 59 ± 12, and 6 ± 19 to
/// the right; where somebody points exactly at it, not at all. Half of it is off by as much either way.
constexpr double kBeyond = 30;

}  // namespace

double offBy(const SeenHand& hand, TablePoint at) {
  const TablePoint ended = seenFrom(hand.from, hand.reached), there = seenFrom(hand.from, at);
  return distance(ended, {there.x, there.y + kBeyond});
}

bool mayHaveTouched(std::span<const SeenHand> hands, Side side, TablePoint at, double within) {
  return std::any_of(hands.begin(), hands.end(),
                     [&](const SeenHand& hand) { return hand.from == side && offBy(hand, at) < within; });
}

bool mayHaveTouchedBefore(std::span<const SeenHand> hands, Side side, TablePoint at) {
  return std::any_of(hands.begin(), hands.end(), [&](const SeenHand& hand) {
    return hand.from == side && beyond(hand, at) > 0 && std::abs(rightOf(hand, at)) < kElsewhere;
  });
}

}  // namespace octo::tracker::octa
