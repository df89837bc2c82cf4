#include "tracker/octa/octa_arms.h"

#include <algorithm>

#include "tracker/follow/hands.h"

namespace octo::tracker::octa {
namespace {

/// Fingers end beyond what they touch and to its left, as the person sees it, in millimetres: in a rendered game 49 ±
/// 15 and 29 ± 30 (seed 61100, nine arms); where somebody points exactly at it, not at all. Half of it is off by as
/// much either way.
constexpr double kBeyond = 25, kLeft = 15;

}  // namespace

double offBy(const SeenHand& hand, TablePoint at) {
  const TablePoint ended = seenFrom(hand.from, hand.reached), there = seenFrom(hand.from, at);
  return distance(ended, {there.x - kLeft, there.y + kBeyond});
}

bool mayHaveTouched(std::span<const SeenHand> hands, Side side, TablePoint at, double within) {
  return std::any_of(hands.begin(), hands.end(),
                     [&](const SeenHand& hand) { return hand.from == side && offBy(hand, at) < within; });
}

}  // namespace octo::tracker::octa
