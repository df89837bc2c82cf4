#include "vision/read/taught/lying_order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace octo::vision {

LyingOrder::Overlap LyingOrder::overlapOf(const PlacedCard& one, const PlacedCard& other) const {
  Overlap overlap;
  if (cv::norm(one.pose.at - other.pose.at) > 2 * kMostReach) return overlap;
  constexpr double kStep = 4;  // mm
  const cv::Point2d corner(card_.widthMm / 2, card_.heightMm / 2);
  for (double x = kStep / 2; x < card_.widthMm; x += kStep)
    for (double y = kStep / 2; y < card_.heightMm; y += kStep) {
      const cv::Point2d at = one.pose.at + turnedBy(cv::Point2d(x, y) - corner, one.pose.angle);
      const cv::Point2d on = turnedBy(at - other.pose.at, -other.pose.angle);
      if (std::abs(on.x) > corner.x || std::abs(on.y) > corner.y) continue;
      ++overlap.both;
      const int shows = spotted_ ? spotted_->ownerAt(at) : SpottedCards::kNobody;
      if (shows == SpottedCards::kNobody) continue;
      overlap.ones += shows == one.owner ? 1 : 0;
      overlap.others += shows == other.owner ? 1 : 0;
    }
  return overlap;
}

std::vector<std::vector<std::size_t>> LyingOrder::whatLiesOn(const std::vector<PlacedCard>& cards) const {
  std::vector<std::vector<std::size_t>> on(cards.size());
  for (std::size_t i = 0; i < cards.size(); ++i)
    for (std::size_t j = i + 1; j < cards.size(); ++j) {
      if (cards[i].owner == cards[j].owner && cards[i].owner != SpottedCards::kNobody) {
        on[j].push_back(i);
        continue;
      }
      const Overlap overlap = overlapOf(cards[i], cards[j]);
      if (overlap.ones > overlap.others) on[j].push_back(i);
      if (overlap.others > overlap.ones) on[i].push_back(j);
    }
  return on;
}

bool LyingOrder::liesOn(const std::vector<PlacedCard>& cards, std::size_t one, std::size_t other) const {
  const Overlap overlap = overlapOf(cards[one], cards[other]);
  if (overlap.both == 0) return false;
  return overlap.ones == overlap.others ? one < other : overlap.ones > overlap.others;
}

std::vector<std::size_t> LyingOrder::fromTheTop(const std::vector<PlacedCard>& cards) const {
  const std::size_t many = cards.size();
  std::vector<char> on(many * many);
  for (std::size_t i = 0; i < many; ++i)
    for (std::size_t j = 0; j < many; ++j) on[i * many + j] = i != j && liesOn(cards, i, j) ? 1 : 0;
  std::vector<std::size_t> left(many), order;
  std::iota(left.begin(), left.end(), 0U);
  while (!left.empty()) {
    auto next = std::find_if(left.begin(), left.end(), [&](std::size_t card) {
      return std::none_of(left.begin(), left.end(), [&](std::size_t other) { return on[other * many + card] != 0; });
    });
    if (next == left.end()) next = left.begin();  // squares may contradict each other
    order.push_back(*next);
    left.erase(next);
  }
  return order;
}

double LyingOrder::shareSpotted(const PlacedCard& card) const {
  const Overlap own = overlapOf(card, {card.pose, SpottedCards::kNobody});
  return static_cast<double>(own.ones) / own.both;
}

std::vector<std::size_t> nextFromTheTop(const std::vector<std::vector<std::size_t>>& whatLiesOn,
                                        const std::vector<char>& isDone) {
  std::vector<std::size_t> next;
  auto fewest = std::numeric_limits<std::ptrdiff_t>::max();
  for (std::size_t i = 0; i < whatLiesOn.size(); ++i) {
    if (isDone[i]) continue;
    const auto waits =
        std::count_if(whatLiesOn[i].begin(), whatLiesOn[i].end(), [&](std::size_t above) { return !isDone[above]; });
    if (waits < fewest) next.clear(), fewest = waits;
    if (waits == fewest && (waits == 0 || next.empty())) next.push_back(i);
  }
  return next;
}

}  // namespace octo::vision
