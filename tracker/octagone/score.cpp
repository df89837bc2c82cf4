#include "tracker/octagone/score.h"

#include <algorithm>

namespace octo::tracker::octagone {
namespace {

std::vector<int> shieldsLeft(const State& state) {
  std::vector<int> left;
  for (const Hand& hand : state.hands) left.push_back(hand.shields());
  return left;
}

/// With four, 0 and 2 play against 1 and 3: each counts the shields of both.
std::vector<int> sharedWithPartner(std::vector<int> left) {
  if (left.size() != 4) return left;
  return {left[0] + left[2], left[1] + left[3], left[0] + left[2], left[1] + left[3]};
}

std::vector<int> fewest(const std::vector<int>& counts) {
  const int least = *std::min_element(counts.begin(), counts.end());
  std::vector<int> players;
  for (std::size_t player = 0; player < counts.size(); ++player)
    if (counts[player] == least) players.push_back(static_cast<int>(player));
  return players;
}

}  // namespace

Result resultOf(const State& state) {
  Result result;
  if (state.handsKnown == HandsKnown::Open) {  // whoever has the fewest is counted by the people
    result.over = state.ending.has_value();
    if (state.ending) result.reason = ruleOf(*state.ending);
    return result;
  }
  result.hands = result.scores = shieldsLeft(state);
  if (!state.ending) return result;
  result.over = true;
  result.reason = ruleOf(*state.ending);
  result.winners = fewest(sharedWithPartner(result.scores));
  return result;
}

}  // namespace octo::tracker::octagone
