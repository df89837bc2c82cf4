#include <algorithm>
#include <functional>
#include <optional>

#include "datasets/scene/octa_hand.h"
#include "datasets/scene/octa_piles.h"
#include "datasets/scene/octa_script.h"

namespace octo::datasets {
namespace {

using namespace tracker::octa;
using tracker::Record;
using Cards = OctaPiles::Cards;

/// A game that standing breaches keep from ending is left after this many turns.
constexpr int kMostTurns = 400;

/// A move, and what somebody gains by it.
template <class M>
struct Rated {
  M move;
  double gain;
};

template <class M>
void keepBetter(std::optional<Rated<M>>& best, M move, double gain) {
  if (!best || gain > best->gain) best = Rated<M>{std::move(move), gain};
}

Cards without(Cards cards, const Cards& gone) {
  for (const Card card : gone)
    if (const auto found = std::find(cards.begin(), cards.end(), card); found != cards.end()) cards.erase(found);
  return cards;
}

Cards with(Cards cards, const Cards& more) {
  cards.insert(cards.end(), more.begin(), more.end());
  return cards;
}

class Play {
 public:
  Play(const PlayOptions& options, Random random)
      : piles_(random.fork("deal"), options.options),
        random_(random.fork("play")),
        looking_(random.fork("look through")),
        breaches_(options.breaches) {}

  Record run() {
    while (!over() && state().turn.number <= kMostTurns) turn();
    return {piles_.header(), std::move(events_)};
  }

 private:
  enum class Moment { Duty, Effect, Option, Swap, End };

  // What a player sees

  const State& state() const { return piles_.state(); }
  bool over() const { return state().ending.has_value(); }
  int me() const { return piles_.toMove(); }
  const Cards& hand() const { return piles_.hand(me()); }
  double use(Card card) const { return useOf(state(), me(), hand(), card); }
  bool legal(const Move& move) const { return !piles_.judge(move).breach; }
  bool tokenAtHand() const { return std::holds_alternative<InTheMiddle>(state().token(me())); }

  // Doing

  void record(const Move& move, bool stands = false, bool takenBack = false) {
    Event event = eventOf(me(), move);
    event.stands = stands;
    event.takenBack = takenBack;
    events_.push_back(std::move(event));
    if (!takenBack) piles_.apply(move);
  }

  /// People also change their minds about what was in order.
  bool changesMind() { return random_.chance(breaches_ / 5); }

  /// A turn, and at most one mistake in it.
  void turn() {
    const int number = state().turn.number;
    const auto going = [&] { return !over() && state().turn.number == number; };
    mistakeDue_ = random_.chance(breaches_);
    constexpr double kGrowFirst = 0.5;
    drawCard();
    if (random_.chance(kGrowFirst)) growRuns();
    if (going()) mistake(Moment::Duty);
    if (going()) turnActionCard();
    if (going()) mistake(Moment::Effect);
    if (going()) useEffect();
    if (going()) growRuns();
    if (going()) mistake(Moment::Option);
    if (going()) chooseOption();
    if (going()) growRuns();
    if (going()) mistake(Moment::Swap);
    if (going()) swapOne();
    if (going()) growRuns();
    if (going()) mistake(Moment::End);
    if (going()) endTurn();
  }

  // Duties

  void drawCard() {
    if (state().stock == 0 && legal(Restock{})) record(Restock{});
    if (legal(Draw{})) record(Draw{});
  }

  /// Where it makes two of a suit, most of the time.
  int pileFor(Card action) {
    constexpr double kOnPurpose = 0.9;
    const int pile = random_.below(2);
    const bool fits = openAction(state(), static_cast<std::size_t>(1 - pile)).suit() == action.suit();
    const bool otherFits = openAction(state(), static_cast<std::size_t>(pile)).suit() == action.suit();
    return !fits && otherFits && random_.chance(kOnPurpose) ? 1 - pile : pile;
  }

  void turnActionCard() {
    if (state().turn.actionTurned) return;
    if (legal(ReshuffleActions{})) record(ReshuffleActions{});
    if (state().actionStack == 0) return;
    const Card card = piles_.nextAction();
    if (const Move move = TurnAction{card, pileFor(card)}; legal(move)) record(move);
  }

  // Effects

  void useEffect() {
    const auto& action = state().turn.action;
    if (!action) return;
    if (action->rank() != Card::kJack && state().stock < 2 && legal(Restock{})) record(Restock{});
    std::optional<Move> effect;
    if (action->rank() == Card::kJack) effect = bestJack();
    if (action->rank() == Card::kQueen) effect = bestQueen([this](const Queen& queen) { return legal(queen); });
    if (action->rank() == Card::kKing) effect = bestKing();
    if (effect && legal(*effect)) record(*effect);
  }

  /// Out of the other's longest run, what hurts most or is of use.
  std::optional<Move> bestJack() {
    std::optional<Rated<Jack>> best;
    for (const Run& run : state().runs) {
      if (run.owner == me()) continue;
      for (const Place& place : run.places)
        if (place.open)
          keepBetter(best, Jack{run.number, place.card}, run.open + use(place.card) + random_.between(0, 2));
    }
    if (!best) return std::nullopt;
    return best->move;
  }

  /// Of those that `fits`.
  std::optional<Move> bestQueen(const std::function<bool(const Queen&)>& fits) {
    const Cards fill = piles_.nextOfStock(2);
    std::optional<Rated<Queen>> best;
    for (int a = 1; a <= kPotPlaces; ++a)
      for (int b = a + 1; b <= kPotPlaces; ++b) {
        const Queen queen{{a, b}, fill};
        if (!state().pot.at(a) || !state().pot.at(b) || fill.size() < 2 || !fits(queen)) continue;
        keepBetter(best, queen, use(*state().pot.at(a)) + use(*state().pot.at(b)) + random_.between(0, 0.5));
      }
    if (!best) return std::nullopt;
    return best->move;
  }

  /// Two cards of the discard pile where they are good, otherwise off the stock. Some look only at those on top.
  std::optional<Move> bestKing() {
    constexpr double kGood = 6, kLooksThrough = 0.6;
    const Cards& pile = piles_.discardPile();
    if (pile.size() < 2) return KingFromStock{};
    Cards two(pile.rbegin(), pile.rend());
    if (looking_.chance(kLooksThrough))
      std::stable_sort(two.begin(), two.end(), [&](Card a, Card b) { return use(a) > use(b); });
    two.resize(2, two.front());
    if (use(two[0]) + use(two[1]) >= kGood || !legal(KingFromStock{})) return KingFromDiscard{topmostFirst(two)};
    return KingFromStock{};
  }

  Cards topmostFirst(Cards cards) const {
    const Cards& pile = piles_.discardPile();
    const auto depth = [&](Card card) { return std::find(pile.rbegin(), pile.rend(), card) - pile.rbegin(); };
    std::stable_sort(cards.begin(), cards.end(), [&](Card a, Card b) { return depth(a) < depth(b); });
    return cards;
  }

  // Step 3

  bool wantsToken() {
    constexpr double kToken = 0.85;
    return tokenAtHand() && !state().turn.line && random_.chance(kToken);
  }

  void chooseOption() {
    if (state().turn.optionChosen) return;
    if (const Move run = takeRun(); legal(run)) return record(run);
    const auto line = bestLine([this](const TakeLine& move) { return legal(move); });
    const Cards run = runIn(hand());
    constexpr double kLineFirst = 0.6;
    if (line && (run.empty() || random_.chance(kLineFirst))) {
      record(*line);
      layOfLine();
    } else if (!run.empty()) {
      if (const Meld meld{run, wantsToken()}; legal(meld)) record(meld);
    }
  }

  /// The longest that holds what was claimed and may be taken.
  Move takeRun() const {
    const PotPlaces claimed = claimOf(state(), me());
    const auto fillOf = [&](const PotPlaces& taken) {
      return piles_.nextFill(state().pot.gaps().size() + taken.count());
    };
    std::vector<PotPlaces> longer = longerRuns(state().pot, claimed);
    std::stable_sort(longer.begin(), longer.end(), [](const auto& a, const auto& b) { return a.count() > b.count(); });
    for (const PotPlaces& each : longer)
      if (const TakeRun run{fillOf(each), listOf(each)}; claimed.any() && legal(run)) return run;
    return TakeRun{fillOf(claimed)};
  }

  Cards cardsOfLine(Line line) const { return cardsOn(state().pot, placesOf(line)); }

  TakeLine takeLine(Line line) const {
    return {line, piles_.nextFill(state().pot.gaps().size() + cardsOfLine(line).size())};
  }

  /// Of those that `fits`: a line of which something can be laid at once.
  std::optional<TakeLine> bestLine(const std::function<bool(const TakeLine&)>& fits) {
    std::optional<Rated<TakeLine>> best;
    for (const Line line : kLines) {
      const Cards cards = cardsOfLine(line);
      if (!fits(takeLine(line)) || !layOf(cards, with(hand(), cards))) continue;
      double gain = random_.unit();
      for (const Card card : cards) gain += use(card);
      keepBetter(best, takeLine(line), gain);
    }
    if (!best) return std::nullopt;
    return best->move;
  }

  /// How one of these cards can be laid from the hand: on an own run, or in a new one.
  std::optional<Move> layOf(const Cards& cards, const Cards& hand) const {
    for (const Run& run : state().runs)
      if (run.owner == me())
        if (const Cards growth = growthOf(run, hand);
            std::any_of(growth.begin(), growth.end(), [&](Card card) { return holds(cards, card); }))
          return Extend{run.number, growth};
    if (const Cards run = runIn(hand, cards); !run.empty()) return Meld{run, false};
    return std::nullopt;
  }

  void layOfLine() {
    const auto& line = state().turn.line;
    if (!line || line->laid) return;
    if (const auto lay = layOf(line->cards, hand()); lay && legal(*lay)) record(*lay);
  }

  // At any time

  void growRuns() {
    for (bool again = true; again && !over();) again = growOne();
  }

  bool growOne() {
    for (const Run& run : state().runs) {
      for (const Place& place : run.places)
        if (const Move move = Replace{run.number, place.card};
            !place.open && run.owner == me() && holds(hand(), place.card) && legal(move)) {
          record(move);
          return true;
        }
      const Cards growth = run.owner == me() ? growthOf(run, hand()) : Cards{};
      if (const Move move = Extend{run.number, growth}; !growth.empty() && legal(move)) {
        record(move);
        return true;
      }
    }
    return false;
  }

  // Step 4

  void swapOne() {
    constexpr double kLeastGain = 1.5;
    const auto good = [&](const std::optional<Rated<Swap>>& swap) { return swap && swap->gain > kLeastGain; };
    auto swap = bestSwap([this](const Swap& move) { return legal(move); });
    if (good(swap) && changesMind()) {
      record(swap->move, false, true);
      const Card regretted = swap->move.give;
      swap = bestSwap([&](const Swap& move) { return move.give != regretted && legal(move); });
    }
    if (good(swap)) record(swap->move);
  }

  /// Of those that `fits`; with the token on a run that it makes, where that is good.
  std::optional<Rated<Swap>> bestSwap(const std::function<bool(const Swap&)>& fits) {
    std::optional<Rated<Swap>> best;
    for (int place = 1; place <= kPotPlaces; ++place) {
      if (!state().pot.at(place)) continue;
      for (const Card give : hand()) {
        Swap swap{place, give, {}};
        if (give == state().pot.at(place) || !fits(swap)) continue;
        const Cards rest = without(hand(), {give});
        double gain = useOf(state(), me(), rest, *state().pot.at(place)) - use(give) + random_.between(0, 0.5);
        if (const auto claim = bestClaim(swap)) {
          swap.claim = claim;
          gain += 5;
        }
        keepBetter(best, swap, gain);
      }
    }
    return best;
  }

  std::optional<std::vector<int>> bestClaim(const Swap& swap) {
    if (!tokenAtHand()) return std::nullopt;
    Pot pot = state().pot;
    pot.at(swap.place) = swap.give;
    std::optional<std::vector<int>> best;
    for (const PotPlaces& run : runsThrough(pot, swap.place)) {
      const std::vector<int> places = listOf(run);
      if (legal(Swap{swap.place, swap.give, places}) && (!best || places.size() > best->size())) best = places;
    }
    return best;
  }

  // Step 5

  Discard discardOf(std::size_t count) const {
    const Cards cards = leastUseful(state(), me(), hand(), count);
    return {{cards.begin(), cards.end()}};
  }

  void endTurn() {
    layOfLine();
    constexpr double kKeepCards = 0.8;
    const bool mayKeep = legal(EndTurn{});
    if (mayKeep && (hand().empty() || random_.chance(kKeepCards))) return record(EndTurn{});
    const auto count = static_cast<std::size_t>(std::max(1, static_cast<int>(hand().size()) - kHand));
    if (const Discard discard = discardOf(count); legal(discard)) return discardAfterAll(discard);
    // Nothing of the line fits any more, or a duty cannot be done: the turn ends all the same.
    record(EndTurn{}, true);
  }

  /// Or another card in the place of the top one.
  void discardAfterAll(Discard discard) {
    const Cards more = leastUseful(state(), me(), hand(), discard.cards.size() + 1);
    if (more.size() > discard.cards.size() && more.front() != *discard.cards.back() && changesMind()) {
      record(discard, false, true);
      discard.cards.back() = more.front();
    }
    record(discard);
  }

  // Mistakes

  using Mistake = std::function<std::optional<Move>()>;

  /// What may go wrong at the moment, if it is this turn's and this moment's; half of it stands.
  void mistake(Moment moment) {
    constexpr double kNow = 0.35;
    if (!mistakeDue_ || (moment != Moment::End && !random_.chance(kNow))) return;
    std::vector<Mistake> kinds = mistakesOf(moment);
    random_.shuffle(kinds);
    for (const Mistake& kind : kinds) {
      const auto move = kind();
      if (!move || legal(*move)) continue;
      const bool seenLater = std::holds_alternative<EndTurn>(*move);
      const bool stands = seenLater || random_.chance(0.5);
      record(*move, stands, !stands);
      mistakeDue_ = false;
      return;
    }
  }

  std::vector<Mistake> mistakesOf(Moment moment) {
    switch (moment) {
      case Moment::Duty:
        return {[this] { return forgottenAction(); }};
      case Moment::Effect:
        return {[this] { return secondAction(); }, [this] { return wrongQueen(); }, [this] { return wrongJack(); }};
      case Moment::Option:
        return {[this] { return mixedRun(); },     [this] { return runWithGap(); },      [this] { return shortRun(); },
                [this] { return secondOption(); }, [this] { return tokenElsewhere(); },  [this] { return anyLine(); },
                [this] { return misfit(); },       [this] { return wrongReplacement(); }};
      case Moment::Swap:
        return {[this] { return wrongSwap(); }, [this] { return wrongClaim(); }, [this] { return secondOption(); }};
      case Moment::End:
        return {[this] { return secondSwap(); }, [this] { return lateMeld(); }, [this] { return wrongCount(); },
                [this] { return noDiscard(); }, [this] { return mixedRun(); }};
    }
    return {};
  }

  std::optional<Move> forgottenAction() {
    if (state().turn.actionTurned) return std::nullopt;
    if (const Cards run = runIn(hand()); !run.empty()) return Meld{run, wantsToken()};
    if (hand().size() <= static_cast<std::size_t>(kHand)) return std::nullopt;
    return discardOf(hand().size() - kHand);
  }

  std::optional<Move> secondAction() {
    if (!state().turn.actionTurned || state().actionStack == 0) return std::nullopt;
    return TurnAction{piles_.nextAction(), random_.below(2)};
  }

  bool turned(int rank) const { return state().turn.action && state().turn.action->rank() == rank; }

  /// The open action cards are of two suits, or the two from the pot are.
  std::optional<Move> wrongQueen() {
    if (!turned(Card::kQueen)) return std::nullopt;
    return bestQueen([this](const Queen& queen) { return !legal(queen); });
  }

  std::optional<Move> wrongJack() {
    if (!turned(Card::kJack) || state().stock == 0) return std::nullopt;
    return bestJack();
  }

  /// Spades taken for clubs, hearts for diamonds.
  static Suit lookalike(Suit suit) {
    switch (suit) {
      case Suit::Spades:
        return Suit::Clubs;
      case Suit::Clubs:
        return Suit::Spades;
      case Suit::Hearts:
        return Suit::Diamonds;
      case Suit::Diamonds:
        return Suit::Hearts;
    }
    return suit;
  }

  std::optional<Move> firstRun(const std::function<Cards(Card)>& from) {
    Cards cards = hand();
    random_.shuffle(cards);
    for (const Card card : cards) {
      const Cards run = from(card);
      if (!run.empty() && std::all_of(run.begin(), run.end(), [&](Card each) { return holds(hand(), each); }))
        return Meld{run, wantsToken()};
    }
    return std::nullopt;
  }

  std::optional<Move> mixedRun() {
    return firstRun([&](Card card) -> Cards {
      if (card.isAce() || card.rank() > Card::kTen - 2) return {};
      const Card next = Card::of(card.rank() + 1, card.suit()), last = Card::of(card.rank() + 2, card.suit());
      const Card wrong = Card::of(last.rank(), lookalike(card.suit()));
      return {card, next, wrong};
    });
  }

  std::optional<Move> runWithGap() {
    return firstRun([&](Card card) -> Cards {
      if (card.isAce() || card.rank() > Card::kTen - 3) return {};
      return {card, Card::of(card.rank() + 1, card.suit()), Card::of(card.rank() + 3, card.suit())};
    });
  }

  std::optional<Move> shortRun() {
    return firstRun([&](Card card) -> Cards {
      if (card.isAce() || card.rank() > Card::kTen - 1) return {};
      return {card, Card::of(card.rank() + 1, card.suit())};
    });
  }

  std::optional<Move> secondOption() {
    const Cards run = runIn(hand());
    if (!state().turn.optionChosen || run.empty()) return std::nullopt;
    return Meld{run, wantsToken()};
  }

  /// A token that lies elsewhere is moved to the new run.
  std::optional<Move> tokenElsewhere() {
    const Cards run = runIn(hand());
    if (run.empty() || tokenAtHand()) return std::nullopt;
    return Meld{run, true};
  }

  /// A line without the right to it, or over a protected card.
  std::optional<Move> anyLine() {
    auto line = bestLine([this](const TakeLine& move) { return !legal(move); });
    if (!line) return std::nullopt;
    return *line;
  }

  /// A card too far or of the other suit of the colour at the end of a run.
  std::optional<Move> misfit() {
    Cards cards = hand();
    random_.shuffle(cards);
    for (const Run& run : state().runs)
      for (const Card card : cards) {
        const bool tooFar = card.suit() == run.suit && card.rank() == run.highest() + 2;
        const bool wrongSuit = card.suit() == lookalike(run.suit) && card.rank() == run.highest() + 1;
        if (run.owner == me() && (tooFar || wrongSuit)) return Extend{run.number, {card}};
      }
    return std::nullopt;
  }

  std::optional<Move> wrongReplacement() {
    for (const Run& run : state().runs)
      for (const Place& place : run.places)
        for (const Card card : hand())
          if (!place.open && card.rank() == place.card.rank() && card.suit() == lookalike(place.card.suit()))
            return Replace{run.number, card};
    return std::nullopt;
  }

  std::optional<Move> wrongSwap() {
    if (state().turn.swapped) return std::nullopt;
    const auto near = [&](const Swap& move) {
      const auto& there = state().pot.at(move.place);
      return there && !legal(move) && useOf(state(), me(), without(hand(), {move.give}), *there) > 0;
    };
    auto swap = bestSwap(near);
    if (!swap) return std::nullopt;
    return swap->move;
  }

  /// The token on a card of the pot that has but one beside it, or one like it on either side.
  std::optional<Move> wrongClaim() {
    if (state().turn.swapped || !tokenAtHand()) return std::nullopt;
    auto swap = bestSwap([this](const Swap& move) { return legal(move); });
    if (!swap || swap->move.claim) return std::nullopt;
    swap->move.claim = besideAndItself(swap->move);
    return swap->move;
  }

  std::vector<int> besideAndItself(const Swap& swap) const {
    std::vector<int> places{swap.place};
    for (const int beside : neighboursOf(swap.place)) {
      Pot pot;
      pot.at(beside) = state().pot.at(beside);
      if (fitsBeside(pot, swap.place, swap.give)) places.push_back(beside);
    }
    std::sort(places.begin(), places.end());
    return places;
  }

  std::optional<Move> secondSwap() {
    if (!state().turn.swapped) return std::nullopt;
    auto swap = bestSwap([this](const Swap& move) {
      return state().pot.at(move.place) && fitsBeside(state().pot, move.place, move.give);
    });
    if (!swap) return std::nullopt;
    swap->move.claim.reset();
    return swap->move;
  }

  std::optional<Move> lateMeld() {
    const Cards run = runIn(hand());
    if (!state().turn.swapped || run.empty()) return std::nullopt;
    return Meld{run, wantsToken()};
  }

  /// One too many: too few cannot be told from some that lie under others.
  std::optional<Move> wrongCount() {
    const std::size_t needed = hand().size() > static_cast<std::size_t>(kHand) ? hand().size() - kHand : 1;
    if (needed >= hand().size()) return std::nullopt;
    return discardOf(needed + 1);
  }

  std::optional<Move> noDiscard() { return EndTurn{}; }

  OctaPiles piles_;
  Random random_, looking_;
  double breaches_;
  bool mistakeDue_ = false;
  std::vector<Event> events_;
};

}  // namespace

Record playOcta(std::uint64_t seed, const PlayOptions& options) {
  return Play(options, Random(seed).fork("octa play")).run();
}

}  // namespace octo::datasets
