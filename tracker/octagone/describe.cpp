#include "tracker/octagone/describe.h"

namespace octo::tracker::octagone {
namespace {

Json boardOf(const State& state) {
  Json board = Json::object();
  for (const Cell box : boxes())
    if (const auto& laid = state.on(box))
      board[box.name()] = {{"piece", name(laid->shield)}, {"facing", laid->facing.name()}};
  return board;
}

Json handsOf(const State& state) {
  Json hands = Json::array();
  for (int player = 0; player < state.players; ++player) {
    const JokersLeft jokers = jokersLeft(state, player);
    hands.push_back({{"coloured", state.hands[static_cast<std::size_t>(player)].coloured},
                     {"jokers", jokers.certain() ? Json(jokers.fewest) : Json{jokers.fewest, jokers.most}}});
  }
  return hands;
}

Json countOf(const State& state) {
  int coloured = 0;
  for (const Shield shield : kShields)
    if (shield != Shield::Joker) coloured += countOnBoard(state, shield);
  int jokers = countOnBoard(state, Shield::Joker);
  for (const Hand& hand : state.hands) {
    coloured += hand.coloured;
    jokers += hand.jokers;
  }
  return {{"coloured", coloured}, {"jokers", jokers}};
}

}  // namespace

Json describeState(const State& state) {
  Json text{{"board", boardOf(state)}};
  if (state.handsKnown == HandsKnown::Dealt) {
    text["hands"] = handsOf(state);
    text["count"] = countOf(state);
  }
  if (!state.ending) text["turn"] = state.turn;
  if (const auto required = requiredBox(state)) text["required"] = required->name();
  if (state.lady) text["lady"] = state.lady->name();
  return text;
}

}  // namespace octo::tracker::octagone
