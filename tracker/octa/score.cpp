#include "tracker/octa/score.h"

#include <algorithm>

namespace octo::tracker::octa {
namespace {

std::vector<int> most(const std::vector<int>& counts) {
  const int highest = *std::max_element(counts.begin(), counts.end());
  std::vector<int> players;
  for (std::size_t player = 0; player < counts.size(); ++player)
    if (counts[player] == highest) players.push_back(static_cast<int>(player));
  return players;
}

}  // namespace

Result resultOf(const State& state) {
  Result result;
  if (state.counted) result.hands.assign(state.hands.begin(), state.hands.end());
  result.scores.assign(state.cardsInRuns.begin(), state.cardsInRuns.end());
  if (!state.ending) return result;
  result.over = true;
  result.reason = ruleOf(*state.ending);
  const auto* octa = std::get_if<WonByOcta>(&*state.ending);
  result.winners = octa ? std::vector{octa->player} : most(result.scores);
  return result;
}

}  // namespace octo::tracker::octa
