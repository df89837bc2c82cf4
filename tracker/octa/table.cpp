#include "tracker/octa/table.h"

#include <algorithm>

namespace octo::tracker::octa {
namespace {

void show(State& state, Card card) { ++state.openCopies[card.index()]; }
void hide(State& state, Card card) { --state.openCopies[card.index()]; }

void show(State& state, const Discarded& card) {
  if (card) show(state, *card);
}
void hide(State& state, const Discarded& card) {
  if (card) hide(state, *card);
}

/// So many more open cards in the run.
void changeLength(State& state, Run& run, int by) {
  const auto owner = static_cast<std::size_t>(run.owner);
  state.octas[owner] -= run.open >= kOcta;
  run.open += by;
  state.octas[owner] += run.open >= kOcta;
  state.cardsInRuns[owner] += by;
}

/// What stands for all that lie at the bottom stays.
void takeFromDiscardAt(State& state, std::vector<Discarded>::reverse_iterator card) {
  if (mayHoldMore(state) && std::next(card) == state.discard.rend()) return;
  hide(state, *card);
  state.discard.erase(std::next(card).base());
}

bool isShort(const Run& run) { return run.open == static_cast<int>(kShortestRun); }

/// Leaves an empty run behind.
int takeCardsOf(State& state, Run& run) {
  const auto cards = static_cast<int>(run.places.size());
  for (const Place& place : run.places)
    if (place.open) hide(state, place.card);
  changeLength(state, run, -run.open);
  for (Token& token : state.tokens)
    if (isOn(token, run)) token = InTheMiddle{};
  run.places.clear();
  return cards;
}

}  // namespace

int openCopies(const State& state, Card card) { return state.openCopies[card.index()]; }

void addToHand(State& state, int player, int cards) { state.hand(player) += cards; }
void takeFromHand(State& state, int player, int cards) { state.hand(player) = std::max(0, state.hand(player) - cards); }

int takeFromStock(State& state, int cards) {
  const int taken = std::min(cards, state.stock);
  state.stock -= taken;
  return taken;
}

void putOnDiscard(State& state, Discarded card) {
  show(state, card);
  state.discard.push_back(card);
}

bool takeTopOfDiscard(State& state) {
  if (state.discard.empty()) return false;
  takeFromDiscardAt(state, state.discard.rbegin());
  return true;
}

void clearDiscard(State& state) {
  for (const Discarded& card : state.discard) hide(state, card);
  state.discard.clear();
}

bool takeFromDiscard(State& state, Card card) {
  auto found = std::find(state.discard.rbegin(), state.discard.rend(), Discarded(card));
  if (found == state.discard.rend()) found = std::find(state.discard.rbegin(), state.discard.rend(), Discarded());
  if (found == state.discard.rend()) return false;
  takeFromDiscardAt(state, found);
  return true;
}

void layInPot(State& state, int place, Card card) {
  show(state, card);
  state.pot.at(place) = card;
}

std::optional<Card> takeFromPot(State& state, int place) {
  const std::optional<Card> card = state.pot.at(place);
  hide(state, card);
  state.pot.at(place).reset();
  return card;
}

void turnAction(State& state, std::size_t pile, Card card) {
  show(state, card);
  state.openActions[pile].push_back(card);
}

int takeCoveredActions(State& state) {
  int taken = 0;
  for (std::vector<Card>& pile : state.openActions) {
    for (auto card = pile.begin(); card != std::prev(pile.end()); ++card) hide(state, *card);
    taken += static_cast<int>(pile.size()) - 1;
    pile.erase(pile.begin(), std::prev(pile.end()));
  }
  return taken;
}

int makeRun(State& state, int owner, Suit suit, std::vector<Place> places) {
  state.runs.push_back({++state.runsMade, owner, suit, std::move(places)});
  Run& run = state.runs.back();
  for (const Place& place : run.places) show(state, place.card);
  changeLength(state, run, static_cast<int>(run.places.size()));
  return run.number;
}

void addToRun(State& state, Run& run, const std::vector<Place>& places) {
  for (const Place& place : places) {
    const auto after = std::upper_bound(run.places.begin(), run.places.end(), place,
                                        [](const Place& a, const Place& b) { return a.value < b.value; });
    run.places.insert(after, place);
    show(state, place.card);
  }
  changeLength(state, run, static_cast<int>(places.size()));
}

void closePlace(State& state, Run& run, std::size_t place) {
  run.places[place].open = false;
  hide(state, run.places[place].card);
  changeLength(state, run, -1);
}

void openPlace(State& state, Run& run, std::size_t place, Card card) {
  run.places[place].card = card;
  run.places[place].open = true;
  show(state, card);
  changeLength(state, run, 1);
}

int takeShortRuns(State& state) {
  int cards = 0;
  for (Run& run : state.runs)
    if (isShort(run)) cards += takeCardsOf(state, run);
  std::erase_if(state.runs, [](const Run& run) { return run.places.empty(); });
  return cards;
}

}  // namespace octo::tracker::octa
