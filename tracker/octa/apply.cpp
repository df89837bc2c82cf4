#include "tracker/octa/apply.h"

#include <algorithm>

#include "tracker/octa/table.h"

namespace octo::tracker::octa {
namespace {

// Pieces

void sendTokenBack(State& state, int player) { state.token(player) = InTheMiddle{}; }

/// A new run for the player; its number. No cards make none. What is no run lies by value with an ace low.
std::optional<int> layRun(State& state, int player, const std::vector<Card>& cards) {
  if (cards.empty()) return std::nullopt;
  const bool oneSuit =
      std::all_of(cards.begin(), cards.end(), [&](Card card) { return card.suit() == cards.front().suit(); });
  const auto places = oneSuit ? inSuccession(cards) : std::nullopt;
  return makeRun(state, player, cards.front().suit(), places ? *places : byValue(cards));
}

/// A card of a fill comes from the discard pile while that holds any, then off the stock.
bool takeForFill(State& state) { return takeTopOfDiscard(state) || takeFromStock(state, 1) > 0; }

void fillGaps(State& state, const std::vector<Card>& fill) {
  auto card = fill.begin();
  for (const int gap : state.pot.gaps()) {
    if (card == fill.end() || !takeForFill(state)) return;
    layInPot(state, gap, *card++);
  }
}

std::vector<Card> takeAllFromPot(State& state, const std::vector<int>& places) {
  std::vector<Card> cards;
  for (const int place : places)
    if (const auto card = takeFromPot(state, place)) cards.push_back(*card);
  return cards;
}

void takeToHand(State& state, int player, const std::vector<Card>& cards) {
  addToHand(state, player, static_cast<int>(cards.size()));
}

void drawCards(State& state, int player, int cards) { addToHand(state, player, takeFromStock(state, cards)); }

void movePieces(State& state, int player, const Draw&) { drawCards(state, player, 1); }

void movePieces(State& state, int, const TurnAction& move) {
  if (state.actionStack == 0) return;
  --state.actionStack;
  turnAction(state, static_cast<std::size_t>(move.onto), move.card);
}

void movePieces(State& state, int player, const Jack& move) {
  Run* const run = findRun(state, move.run);
  const auto place = run ? findPlace(*run, move.card, true) : std::nullopt;
  if (!place) return;
  closePlace(state, *run, *place);
  takeFromStock(state, 1);
  if (state.options.jackCard == Options::JackCard::Hand)
    addToHand(state, player, 1);
  else
    putOnDiscard(state, move.card);
}

void movePieces(State& state, int player, const Queen& move) {
  std::vector<int> places = move.take;
  std::sort(places.begin(), places.end());
  takeToHand(state, player, takeAllFromPot(state, places));
  auto card = move.fill.begin();
  for (const int place : places)
    if (!state.pot.at(place) && takeFromStock(state, 1) > 0) layInPot(state, place, *card++);
}

void movePieces(State& state, int player, const KingFromStock&) { drawCards(state, player, 2); }

void movePieces(State& state, int player, const KingFromDiscard& move) {
  for (const Card card : move.cards)
    if (takeFromDiscard(state, card)) addToHand(state, player, 1);
}

void movePieces(State& state, int player, const Meld& move) {
  takeFromHand(state, player, static_cast<int>(move.cards.size()));
  const auto run = layRun(state, player, move.cards);
  if (run && move.token) state.token(player) = OnRun{*run, state.turn.number};
}

void movePieces(State& state, int player, const TakeLine& move) {
  takeToHand(state, player, takeAllFromPot(state, placesOf(move.line)));
  sendTokenBack(state, player);
  fillGaps(state, move.fill);
}

void movePieces(State& state, int player, const TakeRun& move) {
  const PotPlaces places = takenWithRun(state, player, move);
  if (places.none()) return;
  layRun(state, player, takeAllFromPot(state, listOf(places)));
  sendTokenBack(state, player);
  fillGaps(state, move.fill);
}

void movePieces(State& state, int player, const Swap& move) {
  takeFromHand(state, player, 1);
  takeToHand(state, player, takeAllFromPot(state, {move.place}));
  layInPot(state, move.place, move.give);
  if (move.claim) state.token(player) = OnPot{setOf(*move.claim)};
}

void movePieces(State& state, int player, const Extend& move) {
  Run* const run = findRun(state, move.run);
  if (!run) return;
  takeFromHand(state, player, static_cast<int>(move.cards.size()));
  const auto places = atTheEnds(*run, move.cards);
  addToRun(state, *run, places ? *places : byValue(move.cards));
}

/// A wrong card that stands lies where the lowest one is missing.
std::optional<std::size_t> placeToReplace(const Run& run, Card card) {
  if (const auto place = findPlace(run, card, false)) return place;
  const auto closed =
      std::find_if(run.places.begin(), run.places.end(), [](const Place& place) { return !place.open; });
  if (closed == run.places.end()) return std::nullopt;
  return static_cast<std::size_t>(closed - run.places.begin());
}

void movePieces(State& state, int player, const Replace& move) {
  Run* const run = findRun(state, move.run);
  const auto place = run ? placeToReplace(*run, move.card) : std::nullopt;
  if (!place) return;
  takeFromHand(state, player, 1);
  openPlace(state, *run, *place, move.card);
  addToHand(state, player, 1);
}

void movePieces(State& state, int player, const Discard& move) {
  takeFromHand(state, player, static_cast<int>(move.cards.size()));
  for (const Discarded& card : move.cards) putOnDiscard(state, card);
}

void movePieces(State&, int, const EndTurn&) {}

void movePieces(State& state, int, const Restock&) {
  state.stock += static_cast<int>(state.discard.size()) + takeShortRuns(state);
  if (!state.counted) state.stock = kNumberCards;
  clearDiscard(state);
  state.restocked = true;
}

void movePieces(State& state, int, const ReshuffleActions&) {
  state.actionStack += takeCoveredActions(state) + state.aside;
  if (!state.counted) state.actionStack = kActionCards;
  state.aside = 0;
}

// A position

void layRunAsItLies(State& state, int owner, const std::vector<std::optional<Card>>& row) {
  std::vector<Place> places = placesOfRow(row).value(), shown = places;
  for (Place& place : shown) place.open = true;
  const Suit suit = places.front().card.suit();
  Run& run = *findRun(state, makeRun(state, owner, suit, std::move(shown)));
  for (std::size_t place = 0; place < places.size(); ++place)
    if (!places[place].open) closePlace(state, run, place);
}

/// What was known of hands and piles is no longer known.
void takePosition(State& state, const TakePosition& move) {
  State taken;
  taken.options = state.options;
  taken.counted = false;
  taken.turn.player = move.turn;
  taken.hands.fill(0);
  taken.aside = 0;
  for (int place = 1; place <= kPotPlaces; ++place)
    if (const auto& card = move.pot[static_cast<std::size_t>(place - 1)]) layInPot(taken, place, *card);
  for (std::size_t pile = 0; pile < move.actions.size(); ++pile) turnAction(taken, pile, move.actions[pile]);
  if (!move.discard.empty() && move.discard.front()) putOnDiscard(taken, {});
  for (const Discarded& card : move.discard) putOnDiscard(taken, card);
  for (int player = 0; player < static_cast<int>(kPlayers); ++player) {
    const auto own = static_cast<std::size_t>(player);
    const TakePosition::Token& token = move.tokens[own];
    const int before = taken.runsMade;
    for (const auto& row : move.runs[own]) layRunAsItLies(taken, player, row);
    constexpr int kEarlier = 0;  // no turn that can be in progress
    if (token.run) taken.token(player) = OnRun{before + 1 + static_cast<int>(*token.run), kEarlier};
    if (!token.pot.empty()) taken.token(player) = OnPot{setOf(token.pot)};
  }
  taken.stock = kNumberCards;
  taken.actionStack = kActionCards;
  state = std::move(taken);
}

void movePieces(State& state, int, const TakePosition& move) { takePosition(state, move); }

// The turn

void layOfLine(Turn& turn, const std::vector<Card>& cards) {
  if (turn.line && turn.line->holdsAnyOf(cards)) turn.line->laid = true;
}

/// Cards laid on a run; only on an own one do they count for the line.
void layOfLineOn(State& state, const Run* run, const std::vector<Card>& cards) {
  if (run && run->owner == state.turn.player) layOfLine(state.turn, cards);
}

void markProgress(State& state, const Draw&) { state.turn.drawn = true; }

void markProgress(State& state, const TurnAction& move) {
  state.turn.actionTurned = true;
  if (state.actionStack > 0) state.turn.action = move.card;
}

void markProgress(State& state, const Jack&) { state.turn.effectUsed = true; }
void markProgress(State& state, const Queen&) { state.turn.effectUsed = true; }
void markProgress(State& state, const KingFromStock&) { state.turn.effectUsed = true; }
void markProgress(State& state, const KingFromDiscard&) { state.turn.effectUsed = true; }

void markProgress(State& state, const Meld& move) {
  state.turn.optionChosen = true;
  state.turn.melded = true;
  layOfLine(state.turn, move.cards);
}

void markProgress(State& state, const TakeLine& move) {
  state.turn.optionChosen = true;
  std::vector<Card> cards = cardsOn(state.pot, placesOf(move.line));
  const bool nothingToLay = cards.empty();
  state.turn.line = TakenLine{std::move(cards), nothingToLay};
}

void markProgress(State& state, const TakeRun&) { state.turn.optionChosen = true; }
void markProgress(State& state, const Swap&) { state.turn.swapped = true; }

void markProgress(State& state, const Extend& move) { layOfLineOn(state, findRun(state, move.run), move.cards); }

void markProgress(State& state, const Replace& move) {
  const Run* const run = findRun(state, move.run);
  if (run && hasClosedPlace(*run)) layOfLineOn(state, run, {move.card});
}

void markProgress(State&, const Discard&) {}
void markProgress(State&, const EndTurn&) {}
void markProgress(State&, const Restock&) {}
void markProgress(State&, const ReshuffleActions&) {}
void markProgress(State&, const TakePosition&) {}

bool endsTurn(const Move& move) {
  return std::holds_alternative<Discard>(move) || std::holds_alternative<EndTurn>(move);
}

Turn turnAfter(const Turn& turn) {
  Turn next;
  next.number = turn.number + 1;
  next.player = 1 - turn.player;
  return next;
}

void endTurn(State& state) {
  if (state.counted && state.restocked && state.stock == 0)
    state.ending = StockUsedUp{};
  else
    state.turn = turnAfter(state.turn);
}

bool hasWon(const State& state, int player) {
  const auto own = static_cast<std::size_t>(player);
  return state.octas[own] > 0 && state.cardsInRuns[own] >= kEnoughCards;
}

/// First the player in turn, then the other.
void lookForOcta(State& state) {
  for (const int player : {state.turn.player, 1 - state.turn.player})
    if (!state.ending && hasWon(state, player)) state.ending = WonByOcta{player};
}

}  // namespace

void applyMove(State& state, std::optional<int> player, const Move& move) {
  const bool inTurn = !state.ending && player == state.turn.player;
  if (inTurn) std::visit([&](const auto& each) { markProgress(state, each); }, move);
  std::visit([&](const auto& each) { movePieces(state, player.value_or(state.turn.player), each); }, move);
  if (inTurn && endsTurn(move)) endTurn(state);
  lookForOcta(state);
}

}  // namespace octo::tracker::octa
