#include "tracker/octa/describe.h"

#include <algorithm>

#include "tracker/octa/due.h"

namespace octo::tracker::octa {
namespace {

Json potOf(const State& state) {
  Json pot = Json::array();
  for (int place = 1; place <= kPotPlaces; ++place) {
    const auto& card = state.pot.at(place);
    pot.push_back(card ? Json(card->name()) : Json());
  }
  return pot;
}

Json discardOf(const State& state) {
  Json pile = Json::array();
  for (const Discarded& card : state.discard) pile.push_back(card ? card->name() : "?");
  return pile;
}

Json topOf(const State& state) {
  if (state.discard.empty()) return nullptr;
  return state.discard.back() ? state.discard.back()->name() : "?";
}

Json placesOf(const Run& run) {
  Json places = Json::array();
  for (const Place& place : run.places) places.push_back(place.open ? place.card.name() : "back");
  return places;
}

Json runsOf(const State& state) {
  Json runs = Json::object();
  for (const Run& run : state.runs) runs[nameOfRun(run.number)] = {{"owner", run.owner}, {"places", placesOf(run)}};
  return runs;
}

/// A player's way to an Octa.
Json describePlayer(const State& state, int player) {
  Json runs = Json::array();
  int longest = 0;
  for (const Run& run : state.runs) {
    if (run.owner != player) continue;
    runs.push_back({{"name", nameOfRun(run.number)},
                    {"cards", placesOf(run)},
                    {"open", run.open},
                    {"closed", static_cast<int>(run.places.size()) - run.open}});
    longest = std::max(longest, run.open);
  }
  Json text{{"runs", std::move(runs)},
            {"open_cards", state.cardsInRuns[static_cast<std::size_t>(player)]},
            {"longest", longest}};
  if (state.counted) text["hand"] = state.hand(player);
  return text;
}

Json textOf(const InTheMiddle&) { return "middle"; }
Json textOf(const OnRun& token) { return {{"run", nameOfRun(token.run)}}; }
Json textOf(const OnPot& token) { return {{"pot", listOf(token.places)}}; }

Json tokensOf(const State& state) {
  Json tokens = Json::array();
  for (const Token& token : state.tokens)
    tokens.push_back(std::visit([](const auto& each) { return textOf(each); }, token));
  return tokens;
}

Json countOf(const State& state) {
  std::size_t numbers =
      static_cast<std::size_t>(state.stock) + state.discard.size() + kPotPlaces - state.pot.gaps().size();
  for (const int hand : state.hands) numbers += static_cast<std::size_t>(hand);
  for (const Run& run : state.runs) numbers += run.places.size();
  std::size_t actions = static_cast<std::size_t>(state.actionStack + state.aside);
  for (const auto& pile : state.openActions) actions += pile.size();
  return {{"number_cards", numbers}, {"action_cards", actions}};
}

}  // namespace

Json describeState(const State& state) {
  Json text{{"pot", potOf(state)},
            {"discard", discardOf(state)},
            {"discard_top", topOf(state)},
            {"actions", {openAction(state, 0).name(), openAction(state, 1).name()}},
            {"runs", runsOf(state)},
            {"tokens", tokensOf(state)},
            {"players", {describePlayer(state, 0), describePlayer(state, 1)}},
            {"to_win", {{"open_cards", kEnoughCards}, {"longest", kOcta}}},
            {"due", whatIsDue(state)}};
  if (state.counted) {
    text["hands"] = state.hands;
    text["stock"] = state.stock;
    text["restocked"] = state.restocked;
    text["discard_count"] = state.discard.size();
    text["action_stack"] = state.actionStack;
    text["aside"] = state.aside;
    text["count"] = countOf(state);
  }
  if (!state.ending) text["turn"] = state.turn.player;
  return text;
}

}  // namespace octo::tracker::octa
