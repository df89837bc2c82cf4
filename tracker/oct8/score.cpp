#include "tracker/oct8/score.h"

#include <algorithm>
#include <tuple>

namespace octo::tracker::oct8 {
namespace {

bool countsDouble(const TakenOctopus& taken, std::optional<Colour> colour, Bonus bonus) {
  if (!taken.shipped) return false;
  const bool ofColour = taken.octopus.head == colour;
  switch (bonus) {
    case Bonus::Colour:
      return ofColour;
    case Bonus::AllArms:
      return ofColour && taken.octopus.allArmsMatch();
    case Bonus::Faq:
      return true;
  }
  return false;
}

int scoringArms(const TakenOctopus& taken) { return taken.octopus.arms.cardsOf(taken.octopus.head); }

int score(const Seat& seat, Bonus bonus) {
  int sum = 0;
  for (const TakenOctopus& taken : seat.taken) sum += points(taken, seat.colour, bonus);
  return sum;
}

/// What players are ranked by: score, octopuses made, scoring arm cards.
using Rank = std::tuple<int, std::size_t, int>;

Rank rank(const Seat& seat, Bonus bonus) {
  int arms = 0;
  for (const TakenOctopus& taken : seat.taken) arms += scoringArms(taken);
  return {score(seat, bonus), seat.taken.size(), arms};
}

std::vector<int> winners(const State& state) {
  std::vector<Rank> ranks;
  for (const Seat& seat : state.seats) ranks.push_back(rank(seat, state.options.bonus));
  const Rank best = *std::max_element(ranks.begin(), ranks.end());
  std::vector<int> players;
  for (std::size_t player = 0; player < ranks.size(); ++player)
    if (ranks[player] == best) players.push_back(static_cast<int>(player));
  return players;
}

}  // namespace

int points(const TakenOctopus& taken, std::optional<Colour> colour, Bonus bonus) {
  return scoringArms(taken) * (countsDouble(taken, colour, bonus) ? 2 : 1);
}

Result resultOf(const State& state) {
  Result result;
  for (int player = 0; player < state.players(); ++player) {
    const Seat& seat = state.seat(player);
    result.hands.push_back(seat.hand);
    result.scores.push_back(score(seat, state.options.bonus));
    if (!seat.colour) result.unrevealed.push_back(player);
  }
  if (!state.over()) return result;
  result.over = true;
  result.reason = "oct8.decks";
  result.winners = winners(state);
  return result;
}

}  // namespace octo::tracker::oct8
