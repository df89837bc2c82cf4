#include "tracker/octagone/holding.h"

#include <algorithm>

namespace octo::tracker::octagone {
namespace {

/// Of what a player is known to lack or to hold by an earlier skip: the skip may have been false, or another's.
constexpr double kSurely = 0.97;
/// Where nobody knows the hands.
constexpr double kHalf = 0.5;

bool skippedBefore(const State& state, int player) {
  return std::any_of(state.skips.begin(), state.skips.end(),
                     [&](const MadeSkip& skip) { return skip.player == player; });
}

/// When that colour was wanted.
bool skippedFor(const State& state, int player, Shield colour) {
  return std::any_of(state.skips.begin(), state.skips.end(),
                     [&](const MadeSkip& skip) { return skip.player == player && skip.wanted == colour; });
}

}  // namespace

/// Who skipped once has none that nobody knew of; then the partner has it.
double lacksJoker(const State& state, int player) {
  if (state.handsKnown != HandsKnown::Dealt) return kHalf;
  const JokersLeft jokers = jokersLeft(state, player);
  if (jokers.fewest > 0) return 0;
  if (jokers.most <= 0) return 1;
  const bool skipped = skippedBefore(state, player), partnerSkipped = skippedBefore(state, (player + 2) % 4);
  if (skipped == partnerSkipped) return 0.5;
  return skipped ? kSurely : 1 - kSurely;
}

/// Those not laid yet lie at random in the hands of the players who have not shown by a skip that they lack them.
double lacksColour(const State& state, int player, Shield colour) {
  if (state.handsKnown != HandsKnown::Dealt) return skippedFor(state, player, colour) ? kSurely : kHalf;
  if (skippedFor(state, player, colour)) return kSurely;
  int others = 0;
  for (int other = 0; other < state.players; ++other)
    if (other != player && !skippedFor(state, other, colour))
      others += std::max(0, state.hands[static_cast<std::size_t>(other)].coloured);
  const int own = std::max(0, state.hands[static_cast<std::size_t>(player)].coloured);
  double none = 1;
  for (int k = kOfEachShield - countOnBoard(state, colour); k > 0; --k, --others)
    none *= others <= 0 ? 0.0 : static_cast<double>(others) / (others + own);
  return own == 0 ? 1.0 : none;
}

}  // namespace octo::tracker::octagone
