#include "tracker/oct8/describe.h"

#include "tracker/oct8/due.h"
#include "tracker/oct8/score.h"

namespace octo::tracker::oct8 {
namespace {

Json armsOf(const Octopus& octopus) {
  Json arms = Json::array();
  for (const Arm arm : octopus.arms.list()) arms.push_back(arm.name());
  return arms;
}

Json octopusOf(const Octopus& octopus) { return {{"head", name(octopus.head)}, {"arms", armsOf(octopus)}}; }

Json sharedOf(const State& state) {
  Json shared = Json::object();
  for (int index = 0; index < kSlots; ++index)
    if (const auto& octopus = state.in(Slot{index})) shared[name(Slot{index})] = octopusOf(*octopus);
  return shared;
}

/// A player's octopuses by name: those shipped, or those on the field.
Json takenOf(const State& state, int player, bool shipped) {
  Json taken = Json::object();
  const auto& all = state.seat(player).taken;
  for (std::size_t k = 0; k < all.size(); ++k)
    if (all[k].shipped == shipped) taken[name(TakenName{player, static_cast<int>(k)})] = octopusOf(all[k].octopus);
  return taken;
}

/// What each octopus of a player scores, in the order taken.
Json octopusesOf(const State& state, int player) {
  Json octopuses = Json::array();
  const Seat& seat = state.seat(player);
  for (std::size_t k = 0; k < seat.taken.size(); ++k) {
    const TakenOctopus& taken = seat.taken[k];
    const OctopusScore score = scoreOf(taken, seat.colour, state.options.bonus);
    octopuses.push_back({{"name", name(TakenName{player, static_cast<int>(k)})},
                         {"head", name(taken.octopus.head)},
                         {"shipped", taken.shipped},
                         {"arms", armsOf(taken.octopus)},
                         {"scoring", score.scoring},
                         {"bonus", score.bonus},
                         {"points", score.points()}});
    if (!taken.armsKnown) octopuses.back()["covered"] = true;
  }
  return octopuses;
}

Json playersOf(const State& state) {
  Json players = Json::array();
  for (int player = 0; player < state.players(); ++player) {
    const Seat& seat = state.seat(player);
    Json text{{"chips", seat.chips}};
    if (state.counted) text["hand"] = seat.hand;
    text["colour"] = seat.colour ? Json(name(*seat.colour)) : Json();
    text["field"] = takenOf(state, player, false);
    text["shipped"] = takenOf(state, player, true);
    text["octopuses"] = octopusesOf(state, player);
    const Rank rank = rankOf(seat, state.options.bonus);
    text["points"] = rank.points;
    text["made"] = rank.made;
    text["scoring_arms"] = rank.scoringArms;
    players.push_back(std::move(text));
  }
  return players;
}

Json discardOf(const State& state) {
  Json pile = Json::array();
  for (const auto& card : state.discard) pile.push_back(card ? card->name() : "?");
  return pile;
}

Json turnOf(const Turn& turn) {
  return {{"draw_due", turn.drawIsDue()}, {"actions", turn.actions}, {"ending", turn.ending}};
}

Json countOf(const State& state) {
  int heads = state.headDeck;
  int arms = state.armDeck + static_cast<int>(state.discard.size());
  const auto add = [&](const Octopus& octopus) {
    ++heads;
    arms += octopus.arms.cards();
  };
  for (const auto& octopus : state.shared)
    if (octopus) add(*octopus);
  for (const Seat& seat : state.seats) {
    arms += seat.hand;
    for (const TakenOctopus& taken : seat.taken) add(taken.octopus);
  }
  return {{"heads", heads}, {"arms", arms}};
}

}  // namespace

Json describeState(const State& state) {
  Json text{{"shared", sharedOf(state)},
            {"players", playersOf(state)},
            {"discard", discardOf(state)},
            {"due", whatIsDue(state)}};
  if (state.counted) {
    text["head_deck"] = state.headDeck;
    text["arm_deck"] = state.armDeck;
    text["count"] = countOf(state);
  }
  if (state.over()) {
    const Prospects prospects = prospectsOf(state);
    text["settled"] = prospects.settled;
    text["may_win"] = prospects.mayWin;
    return text;
  }
  text["turn"] = state.turn.player;
  text["phase"] = turnOf(state.turn);
  if (state.turnsLeft) text["turns_left"] = *state.turnsLeft;
  return text;
}

}  // namespace octo::tracker::oct8
