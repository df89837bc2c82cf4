#include "tracker/oct8/score.h"

#include <algorithm>
#include <set>

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

std::vector<int> winners(const State& state) {
  std::vector<Rank> ranks;
  for (const Seat& seat : state.seats) ranks.push_back(rankOf(seat, state.options.bonus));
  const Rank best = *std::max_element(ranks.begin(), ranks.end());
  std::vector<int> players;
  for (std::size_t player = 0; player < ranks.size(); ++player)
    if (ranks[player] == best) players.push_back(static_cast<int>(player));
  return players;
}

/// The winners with every colour of those from `player` on that nobody has told.
void addWinners(State& state, int player, std::set<std::vector<int>>& all) {
  if (player == state.players()) {
    all.insert(winners(state));
    return;
  }
  auto& colour = state.seat(player).colour;
  if (colour) return addWinners(state, player + 1, all);
  for (const Colour each : kColours) {
    colour = each;
    addWinners(state, player + 1, all);
  }
  colour.reset();
}

}  // namespace

OctopusScore scoreOf(const TakenOctopus& taken, std::optional<Colour> colour, Bonus bonus) {
  return {scoringArms(taken), countsDouble(taken, colour, bonus)};
}

int points(const TakenOctopus& taken, std::optional<Colour> colour, Bonus bonus) {
  return scoreOf(taken, colour, bonus).points();
}

Rank rankOf(const Seat& seat, Bonus bonus) {
  Rank rank{.made = static_cast<int>(seat.taken.size())};
  for (const TakenOctopus& taken : seat.taken) {
    rank.points += points(taken, seat.colour, bonus);
    rank.scoringArms += scoringArms(taken);
  }
  return rank;
}

Prospects prospectsOf(const State& state) {
  State tried = state;
  std::set<std::vector<int>> all;
  addWinners(tried, 0, all);
  std::set<int> players;
  for (const auto& each : all) players.insert(each.begin(), each.end());
  return {{players.begin(), players.end()}, all.size() == 1};
}

Result resultOf(const State& state) {
  Result result;
  for (int player = 0; player < state.players(); ++player) {
    const Seat& seat = state.seat(player);
    if (state.counted) result.hands.push_back(seat.hand);
    result.scores.push_back(rankOf(seat, state.options.bonus).points);
    if (!seat.colour) result.unrevealed.push_back(player);
  }
  if (!state.over()) return result;
  result.over = true;
  result.reason = "oct8.decks";
  result.winners = winners(state);
  return result;
}

}  // namespace octo::tracker::oct8
