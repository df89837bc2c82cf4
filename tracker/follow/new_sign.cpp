#include "tracker/follow/new_sign.h"

#include <algorithm>

#include "tracker/infer/situation.h"

namespace octo::tracker {
namespace {

/// A sign this near to where it lay was not laid anew, mm.
constexpr double kSameSign = 35.0;
/// A sign that comes back after so many moves was away.
constexpr int kOthersPlayed = 2;

}  // namespace

std::optional<infer::Sign> newSign(std::span<const SeenRest> rests, const Position& position,
                                   const std::vector<ExplainedStep>& game) {
  const auto at = position.signIn(rests.back().observation);
  if (!at || rests.size() == 1) return std::nullopt;
  const auto isHiddenIn = [&](const Observation& look) {
    return std::any_of(look.hidden.begin(), look.hidden.end(),
                       [&](const TableRect& area) { return area.contains(*at); });
  };
  std::size_t before = rests.size() - 2;
  while (before > 0 && isHiddenIn(rests[before].observation)) --before;
  if (const auto was = position.signIn(rests[before].observation); was && distance(*was, *at) < kSameSign)
    return std::nullopt;
  double seen = 0;
  for (const SeenRest& each : rests.first(rests.size() - 1))
    if (position.signIn(each.observation)) seen = each.observation.time;
  const auto since = std::count_if(game.begin(), game.end(), [&](const ExplainedStep& step) {
    return !step.inferred && !step.event.takenBack && step.time > seen;
  });
  return infer::Sign{*at, since >= kOthersPlayed};
}

}  // namespace octo::tracker
