#include "tracker/octa/options.h"

#include <algorithm>

#include "tracker/octa/judge.h"
#include "tracker/octa/table.h"

namespace octo::tracker::octa {
namespace {

constexpr std::array kSuits{Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs};

/// Collects what the player in turn may do. `judgeMove` has the last word wherever a move is known to the
/// last card.
class Moves {
 public:
  explicit Moves(const State& state) : state_(state), player_(state.turn.player) {}

  bool legal(const Move& move) const { return !judgeMove(state_, player_, move).breach; }
  void add(std::string action, Json fields = Json::object()) {
    list_.push_back({std::move(action), player_, std::move(fields)});
  }
  void addIfLegal(const Move& move, std::string action, Json fields = Json::object()) {
    if (legal(move)) add(std::move(action), std::move(fields));
  }
  void addNobodysIfLegal(const Move& move, std::string action) {
    if (legal(move)) list_.push_back({std::move(action), std::nullopt, Json::object()});
  }

  /// What is asked first, as most moves fail by it: the duties of the turn are done.
  bool choicesOpen() const { return state_.turn.drawn && state_.turn.actionTurned; }
  bool turned(int rank) const { return choicesOpen() && state_.turn.action && state_.turn.action->rank() == rank; }

  const State& state() const { return state_; }
  int mostInHand() const { return state_.counted ? state_.hand(player_) : kNumberCards; }
  std::vector<MoveShape> list() && { return std::move(list_); }

 private:
  const State& state_;
  int player_;
  std::vector<MoveShape> list_;
};

bool mayComeOpen(const State& state, Card card) { return openCopies(state, card) < kCopies; }

std::vector<Card> hiddenFaces(const State& state, int lowestRank, int highestRank) {
  std::vector<Card> faces;
  for (const Suit suit : kSuits)
    for (int rank = lowestRank; rank <= highestRank; ++rank)
      if (const Card card = Card::of(rank, suit); mayComeOpen(state, card)) faces.push_back(card);
  return faces;
}

void addActions(Moves& moves) {
  const std::vector<Card> faces = hiddenFaces(moves.state(), Card::kJack, Card::kKing);
  for (int onto = 0; onto < 2; ++onto)
    if (!faces.empty() && moves.legal(TurnAction{faces.front(), onto}))
      moves.add("action", {{"card", {{"one_of", namesOf(faces)}}}, {"onto", onto}});
}

void addJacks(Moves& moves) {
  if (!moves.turned(Card::kJack)) return;
  for (const Run& run : moves.state().runs)
    for (const Place& place : run.places)
      moves.addIfLegal(Jack{run.number, place.card}, "jack",
                       {{"run", nameOfRun(run.number)}, {"card", place.card.name()}});
}

/// Different cards that break no supply, in place of ones nobody knows, so that the rest of a move can be
/// judged.
std::vector<Card> standIns(const State& state, std::size_t count) {
  std::vector<Card> cards = hiddenFaces(state, 1, Card::kTen);
  cards.resize(std::min(count, cards.size()), Card::of(1, Suit::Spades));
  return cards;
}

/// The top cards of the discard pile, the topmost first.
std::vector<Discarded> topOfDiscard(const State& state, std::size_t count) {
  return {state.discard.rbegin(), std::next(state.discard.rbegin(), static_cast<std::ptrdiff_t>(count))};
}

void addQueens(Moves& moves) {
  const std::vector<Card> fill = standIns(moves.state(), 2);
  if (!moves.turned(Card::kQueen) || fill.size() < 2) return;
  const Json unknown{{"from_discard", Json::array()}, {"from_stock", 2}};
  for (int a = 1; a <= kPotPlaces; ++a)
    for (int b = a + 1; b <= kPotPlaces; ++b)
      moves.addIfLegal(Queen{{a, b}, fill}, "queen", {{"take", {a, b}}, {"fill", unknown}});
}

void addKings(Moves& moves) {
  if (!moves.turned(Card::kKing)) return;
  moves.addIfLegal(KingFromStock{}, "king", {{"from", "stock"}});
  const State& state = moves.state();
  if (state.discard.size() < 2) return;
  std::vector<Card> cards;
  for (const Discarded& card : topOfDiscard(state, 2)) cards.push_back(card.value_or(Card::of(1, Suit::Spades)));
  moves.addIfLegal(KingFromDiscard{cards}, "king",
                   {{"from", "discard"}, {"cards", {{"two_of", namesOf(state.discard)}}}});
}

/// Every run of three, an ace low or high.
const std::vector<std::vector<Card>>& runsOfThree() {
  static const auto all = [] {
    std::vector<std::vector<Card>> runs;
    for (const Suit suit : kSuits)
      for (int value = kLowAce; value + 2 <= kHighAce; ++value)
        runs.push_back(
            {Card::of(value, suit), Card::of(value + 1, suit), Card::of(value + 2 == kHighAce ? 1 : value + 2, suit)});
    return runs;
  }();
  return all;
}

void addMelds(Moves& moves) {
  if (!moves.choicesOpen()) return;
  const State& state = moves.state();
  for (const bool token : {false, true}) {
    const auto legal = [&](const std::vector<Card>& run) { return moves.legal(Meld{run, token}); };
    if (std::none_of(runsOfThree().begin(), runsOfThree().end(), legal)) continue;
    Json cards{{"run_of", namesOf(hiddenFaces(state, 1, Card::kTen))}, {"at_most", moves.mostInHand()}};
    if (state.turn.line) cards["with_one_of"] = namesOf(state.turn.line->cards);
    moves.add("meld", {{"cards", cards}, {"token", token}});
  }
}

/// What fills so many gaps.
struct Fill {
  std::vector<Card> standIn;
  Json shape;
};

Fill fillOf(const State& state, std::size_t gaps) {
  const std::vector<Discarded> known = topOfDiscard(state, std::min(gaps, state.discard.size()));
  const std::size_t stock = std::min(gaps - known.size(), static_cast<std::size_t>(state.stock));
  Fill fill{standIns(state, known.size() + stock), {{"from_discard", namesOf(known)}, {"from_stock", stock}}};
  for (std::size_t k = 0; k < std::min(known.size(), fill.standIn.size()); ++k)
    if (known[k]) fill.standIn[k] = *known[k];
  return fill;
}

void addTakeRuns(Moves& moves) {
  const State& state = moves.state();
  const PotPlaces claimed = claimOf(state, state.turn.player);
  if (claimed.none()) return;
  const auto fillAfter = [&](const PotPlaces& taken) {
    return fillOf(state, gapsAfterTaking(state.pot, listOf(taken)));
  };
  const Fill fill = fillAfter(claimed);
  moves.addIfLegal(TakeRun{fill.standIn}, "take-run", {{"fill", fill.shape}});
  for (const PotPlaces& longer : longerRuns(state.pot, claimed)) {
    const std::vector<int> take = listOf(longer);
    const Fill more = fillAfter(longer);
    moves.addIfLegal(TakeRun{more.standIn, take}, "take-run", {{"take", take}, {"fill", more.shape}});
  }
}

void addTakes(Moves& moves) {
  if (!moves.choicesOpen()) return;
  const State& state = moves.state();
  for (const Line line : kLines) {
    const Fill fill = fillOf(state, gapsAfterTaking(state.pot, placesOf(line)));
    moves.addIfLegal(TakeLine{line, fill.standIn}, "take-line", {{"line", name(line)}, {"fill", fill.shape}});
  }
  addTakeRuns(moves);
}

/// The cards of the hand that may be swapped in there, whatever the hand may be.
std::vector<Card> swappable(const Moves& moves, int place) {
  std::vector<Card> cards;
  for (const Suit suit : kSuits)
    for (int rank = 1; rank <= Card::kTen; ++rank)
      if (const Card give = Card::of(rank, suit);
          fitsBeside(moves.state().pot, place, give) && moves.legal(Swap{place, give, {}}))
        cards.push_back(give);
  return cards;
}

void addClaims(Moves& moves, int place, Card give) {
  Pot pot = moves.state().pot;
  pot.at(place) = give;
  for (const PotPlaces& run : runsThrough(pot, place)) {
    const std::vector<int> claim = listOf(run);
    moves.addIfLegal(Swap{place, give, claim}, "swap", {{"pot", place}, {"give", give.name()}, {"claim", claim}});
  }
}

void addSwaps(Moves& moves) {
  if (!moves.choicesOpen()) return;
  for (int place = 1; place <= kPotPlaces; ++place) {
    const std::vector<Card> cards = swappable(moves, place);
    if (cards.empty()) continue;
    moves.add("swap", {{"pot", place}, {"give", {{"one_of", namesOf(cards)}}}});
    for (const Card give : cards) addClaims(moves, place, give);
  }
}

/// Cards that fit one after the other from a value on, as far as copies may still be hidden.
std::vector<Card> onwards(const State& state, Suit suit, int value, int step) {
  std::vector<Card> cards;
  for (; value >= kLowAce && value <= kHighAce; value += step) {
    const Card card = Card::of(value == kHighAce ? 1 : value, suit);
    if (!mayComeOpen(state, card)) break;
    cards.push_back(card);
  }
  return cards;
}

void addExtensions(Moves& moves) {
  for (const Run& run : moves.state().runs) {
    const auto below = onwards(moves.state(), run.suit, run.lowest() - 1, -1);
    const auto above = onwards(moves.state(), run.suit, run.highest() + 1, 1);
    const bool fits = (!below.empty() && moves.legal(Extend{run.number, {below.front()}})) ||
                      (!above.empty() && moves.legal(Extend{run.number, {above.front()}}));
    if (!fits) continue;
    const int room = static_cast<int>(kLongestRun - run.places.size());
    const Json cards{
        {"below", namesOf(below)}, {"above", namesOf(above)}, {"at_most", std::min(room, moves.mostInHand())}};
    moves.add("extend", {{"run", nameOfRun(run.number)}, {"cards", cards}});
  }
}

void addReplacements(Moves& moves) {
  for (const Run& run : moves.state().runs)
    for (const Place& place : run.places)
      if (!place.open)
        moves.addIfLegal(Replace{run.number, place.card}, "replace",
                         {{"run", nameOfRun(run.number)}, {"card", place.card.name()}});
}

void addDiscards(Moves& moves) {
  for (int count = 1; count <= (moves.state().counted ? moves.mostInHand() : 1); ++count)
    moves.addIfLegal(Discard{std::vector<Discarded>(static_cast<std::size_t>(count))}, "discard",
                     {{"cards", {{"count", count}}}});
}

}  // namespace

std::vector<MoveShape> legalMoves(const State& state) {
  Moves moves(state);
  if (state.ending) return {};
  moves.addIfLegal(Draw{}, "draw");
  addActions(moves);
  addJacks(moves);
  addQueens(moves);
  addKings(moves);
  addMelds(moves);
  addTakes(moves);
  addSwaps(moves);
  addExtensions(moves);
  addReplacements(moves);
  addDiscards(moves);
  moves.addIfLegal(EndTurn{}, "end-turn");
  moves.addNobodysIfLegal(Restock{}, "restock");
  moves.addNobodysIfLegal(ReshuffleActions{}, "reshuffle-actions");
  return std::move(moves).list();
}

}  // namespace octo::tracker::octa
