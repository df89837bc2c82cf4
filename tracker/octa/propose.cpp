#include "tracker/octa/propose.h"

#include <algorithm>
#include <cmath>

#include "tracker/follow/forearms.h"
#include "tracker/octa/apply.h"
#include "tracker/octa/judge.h"
#include "tracker/octa/octa_compare.h"
#include "tracker/octa/octa_forearms.h"
#include "tracker/octa/run_match.h"
#include "tracker/octa/table.h"

namespace octo::tracker::octa {
namespace {

/// A place differs if this speaks against what should lie there.
constexpr Cost kDiffers = 0.9;
/// From here on a reading is taken as it is.
constexpr double kClearlyRead = 0.9;

// How usual things are. What the forearms say of cards off the stock is weighed elsewhere (`misfitOfForearms`).
constexpr Cost kNoKing = 2.5, kBeforeKing = 0.3, kBeforeQueen = 0.7;
constexpr Cost kEndTurn = 0.1, kRestock = 0.3;
constexpr Cost kSameActionSeen = 0.3, kSameActionUnseen = 5.0, kSameDiscardSeen = 0.05;
/// A card lies so far from where it lay (`shift`, mm) that nothing but a hand did that; and just as the one did on
/// which it is said to have been laid.
constexpr double kMovedByHand = 1.75;
constexpr Cost kAsBefore = 1.5;
/// An action card turned over is the other copy of the one under the top.
constexpr Cost kLikeTheOneBelow = 3.0;
constexpr Cost kUsual = 0.2, kMoreOfIt = 0.4, kExtend = 0.6, kSwap = 0.5, kUnusual = 1.5, kOdd = 2.5;
/// Several cards of which one does not belong to the run: people rather lay that one alone.
constexpr Cost kAstrayTogether = 1.0;
/// A token that is not seen at all lies on the run that is laid, and not in the middle any more.
constexpr Cost kTokenMissed = 0.3;
/// A run of fewer than three; cards are added to runs at any time, but who begins a turn draws.
constexpr Cost kTooFew = 0.7, kBeforeDraw = 1.5;
/// Of a place of the pot that is left empty.
constexpr Cost kGapLeft = 2.0;
/// A card that was discarded unseen lies rather where it seems to.
constexpr Cost kOtherOrder = 0.7;
/// A card that is laid may be one that a king took unseen, rather than its like; and the pile tells what was taken.
constexpr Cost kOffPile = 0.1, kNotOffPile = 0.8, kOtherPast = 0.3;
/// Nobody's forearm was seen though something was laid; the hand that did it was not among those seen.
constexpr Cost kNoArm = 0.5, kOtherArm = 2.0, kElsewhereArm = 1.5;
/// A forearm that ended so far from where it would have for that touched something else, mm.
constexpr double kSurelyElsewhere = 100;

std::size_t at(int number) { return static_cast<std::size_t>(number); }

Side sideOf(int player) { return seat(player, static_cast<int>(kPlayers)); }

/// A move that can be seen, where forearms must have been for it, and how unusual it is.
struct Candidate {
  Move move;
  TablePoint at;
  Cost cost;
  /// Of a king, the cards that nobody saw.
  std::vector<Card> guessed{};
  /// What it proves of the past.
  std::optional<Exchange> exchange{};
};

/// A card as it may be worded: what it is read as, or what it must be for the move to make sense.
struct Wording {
  const SeenCard* seen = nullptr;
  std::optional<Card> expected{};
};

/// Ways to read the cards: each as its likeliest, as expected where the reading is not clear, and with one doubtful
/// card read otherwise.
std::vector<std::vector<Card>> readingsOf(const std::vector<Wording>& cards) {
  std::vector<Card> likeliest, expected;
  for (const Wording& each : cards) {
    const auto read = each.seen ? each.seen->best() : std::nullopt;
    if (!read && !each.expected) return {};
    likeliest.push_back(read ? *read : *each.expected);
    const bool clear = read && each.seen->sure() >= kClearlyRead;
    expected.push_back(clear || !each.expected ? likeliest.back() : *each.expected);
  }
  std::vector<std::vector<Card>> all{likeliest};
  const auto add = [&](std::vector<Card> list) {
    if (std::find(all.begin(), all.end(), list) == all.end()) all.push_back(std::move(list));
  };
  add(expected);
  for (std::size_t k = 0; k < cards.size(); ++k) {
    if (!cards[k].seen || cards[k].seen->sure() >= kClearlyRead) continue;
    for (const Card card : cards[k].seen->readings()) {
      std::vector<Card> other = likeliest;
      other[k] = card;
      add(std::move(other));
    }
  }
  return all;
}

class Proposer {
 public:
  Proposer(const State& state, const Around& around, const Evidence& evidence)
      : state_(state),
        places_(around.places),
        memory_(around.memory),
        laid_(around.laid.get()),
        kings_(around.kings),
        evidence_(evidence),
        seen_(asOcta(evidence.table)),
        runs_{&matchRuns(around.runs[0], seen_), &matchRuns(around.runs[1], seen_)},
        fan_(fanOver()) {}

  std::vector<Proposal> all() {
    for (int place = 1; place <= kPotPlaces; ++place)
      if (potDiffers(place)) changed_.push_back(place);
    proposeUnseen();
    proposeOtherPast();
    for (int player : {me(), 1 - me()}) {
      candidates_.clear();
      actions(player);
      runs(player);
      pot(player);
      discards(player);
      for (const Candidate& each : candidates_) propose(player, each);
    }
    return std::move(proposals_);
  }

 private:
  int me() const { return state_.turn.player; }
  const Turn& turn() const { return state_.turn; }

  void add(Move move, TablePoint where, Cost cost) { candidates_.push_back({std::move(move), where, cost}); }

  // What leaves no trace

  bool armAt(int player, const TableRect& area) const { return reachedInto(evidence_.forearms, sideOf(player), area); }

  bool forearmAtPot(int player, int place) const {
    return mayHaveTouched(evidence_.forearms, sideOf(player), places_.pot[at(place - 1)], kBesideIt);
  }

  bool armAtStock(int player) const {
    return mayHaveTouched(evidence_.forearms, sideOf(player), places_.stock.middle());
  }

  void push(std::vector<ProposedEvent>& events, int player, const Move& move) const {
    events.push_back({eventOf(player, move), true});
  }

  /// A draw, with the stock made anew where it must be; false where there is nothing to draw.
  bool addDraw(Proposal& proposal, const State& state, int player) const {
    State after = state;
    if (after.stock == 0) {
      if (after.restocked) return false;
      push(proposal.events, player, Restock{});
      proposal.cost += kRestock;
    }
    push(proposal.events, player, Draw{});
    return true;
  }

  /// The action card of this turn is of that rank.
  bool isTurned(int rank) const { return turn().action && turn().action->rank() == rank; }

  bool kingIsFree() const { return isTurned(Card::kKing) && !judgeMove(state_, me(), KingFromStock{}).breach; }

  /// A king's or queen's effect is allowed, and one card is left to take.
  bool isLastCardLeft() const { return state_.stock == 1 && !judgeMove(state_, me(), Restock{}).breach; }

  /// Of the turn's ending without a trace.
  Cost costOfEnd() const { return kEndTurn + (kingIsFree() ? kNoKing : 0); }

  void proposeUnseen() {
    if (!turn().drawn && armAtStock(me())) {
      Proposal draw;
      if (addDraw(draw, state_, me())) proposals_.push_back(std::move(draw));
    }
    if (turn().drawn && turn().actionTurned && armAtStock(1 - me())) proposeNextDraw();
    if (kingIsFree()) {
      Proposal king;
      push(king.events, me(), KingFromStock{});
      proposals_.push_back(std::move(king));
    }
    if (isLastCardLeft() && seen_.discard.empty()) {
      Proposal restock{{}, kRestock};
      push(restock.events, me(), Restock{});
      if (isTurned(Card::kKing)) push(restock.events, me(), KingFromStock{});
      proposals_.push_back(std::move(restock));
    }
    const bool usedUp = state_.counted
                            ? state_.stock == 0 && !state_.restocked && (seen_.stock || seen_.discard.empty())
                            : seen_.discard.empty() && !state_.discard.empty();
    if (usedUp) {
      Proposal restock{{}, kRestock};
      push(restock.events, me(), Restock{});
      // Nobody needs the stock before the next draw.
      if (turn().drawn && turn().actionTurned) {
        Proposal next{{}, costOfEnd()};
        push(next.events, me(), EndTurn{});
        push(next.events, me(), Restock{});
        proposals_.push_back(std::move(next));
        restock.cost += kUnusual;
      }
      proposals_.push_back(std::move(restock));
    }
    if (state_.actionStack == 0 && seen_.actionStack) proposeReshuffle();
  }

  /// By who is in turn, or by the next at once.
  void proposeReshuffle() {
    Proposal reshuffle{{}, kRestock};
    State state = state_;
    if (turn().actionTurned) {
      reshuffle.cost += costOfEnd();
      push(reshuffle.events, me(), EndTurn{});
      applyMove(state, me(), EndTurn{});
      if (state.ending) return;
    }
    if (!state.turn.drawn && !addDraw(reshuffle, state, state.turn.player)) return;
    push(reshuffle.events, state.turn.player, ReshuffleActions{});
    proposals_.push_back(std::move(reshuffle));
  }

  /// The turn has ended without a discard, and the next has begun.
  void proposeNextDraw() {
    Proposal next{{}, costOfEnd()};
    push(next.events, me(), EndTurn{});
    State after = state_;
    applyMove(after, me(), EndTurn{});
    if (!after.ending && addDraw(next, after, 1 - me())) proposals_.push_back(std::move(next));
  }

  // The event with what must have come before it

  Cost touching(int player, TablePoint where) const {
    if (evidence_.forearms.empty()) return kNoArm;
    const Side side = sideOf(player);
    const bool there = std::any_of(evidence_.forearms.begin(), evidence_.forearms.end(),
                                   [&](const ForearmTrack& forearm) { return forearm.from == side; });
    const Cost elsewhere = mayHaveTouched(evidence_.forearms, side, where, kSurelyElsewhere) ? 0 : kElsewhereArm;
    return forearmCost(evidence_.forearms, side, where) + (there ? elsewhere : kOtherArm);
  }

  static bool anyTime(const Move& move) {
    return std::holds_alternative<Extend>(move) || std::holds_alternative<Replace>(move);
  }

  void propose(int player, const Candidate& candidate) {
    Proposal proposal{{}, candidate.cost + touching(player, candidate.at)};
    State state = state_;
    if (player != me()) {
      // Nobody goes on to the other's turn without having begun the own.
      if (!turn().drawn || !turn().actionTurned) proposal.cost += kOdd;
      push(proposal.events, me(), EndTurn{});
      proposal.cost += costOfEnd();
      applyMove(state, me(), EndTurn{});
      if (state.ending) return;
    } else if (kingIsFree() && !std::holds_alternative<KingFromDiscard>(candidate.move)) {
      const bool again = std::holds_alternative<TurnAction>(candidate.move);
      proposal.cost += anyTime(candidate.move) || again ? kBeforeKing : kNoKing;
    }
    if (!state.turn.drawn && anyTime(candidate.move)) {
      Proposal undrawn = proposal;
      undrawn.cost += kBeforeDraw;
      addWith(std::move(undrawn), player, candidate);
    }
    if (!state.turn.drawn && !addDraw(proposal, state, player)) return;
    if (std::holds_alternative<TurnAction>(candidate.move) && state.actionStack == 0)
      push(proposal.events, player, ReshuffleActions{});
    if (std::holds_alternative<Queen>(candidate.move) && player == me() && isLastCardLeft())
      push(proposal.events, player, Restock{});
    addWith(std::move(proposal), player, candidate);
  }

  void addWith(Proposal proposal, int player, const Candidate& candidate) {
    Event event = eventOf(player, candidate.move);
    if (const auto* king = std::get_if<KingFromDiscard>(&candidate.move))
      event = kingEvent(state_, player, king->cards, candidate.guessed);
    proposal.events.push_back({std::move(event), false});
    proposal.exchange = candidate.exchange;
    const std::vector<Card> laid = fromHand(candidate.move);
    if (!candidate.exchange)
      if (auto past = tellingOfKing(player, laid)) {
        Proposal told = proposal;
        told.exchange = std::move(past);
        told.cost += kOffPile;
        proposals_.push_back(std::move(told));
        proposal.cost += kNotOffPile;
      }
    if (std::holds_alternative<Replace>(candidate.move) || areThere(laid)) proposals_.push_back(std::move(proposal));
  }

  // Cards that a king took unseen

  static std::vector<Card> fromHand(const Move& move) {
    if (const auto* meld = std::get_if<Meld>(&move)) return meld->cards;
    if (const auto* extend = std::get_if<Extend>(&move)) return extend->cards;
    if (const auto* replace = std::get_if<Replace>(&move)) return {replace->card};
    return {};
  }

  /// What a player lays of the cards that may have been taken.
  std::optional<Exchange> tellingOfKing(int player, const std::vector<Card>& laid) const {
    for (const UnseenKing& king : kings_)
      for (const Card card : laid)
        if (king.event.player == player)
          if (auto event = withTaken(king, card)) return Exchange{king.event, std::move(*event)};
    return std::nullopt;
  }

  bool mayBeOffPile(int player, Card card) const {
    return std::any_of(kings_.begin(), kings_.end(), [&](const UnseenKing& king) {
      return king.event.player == player && withTaken(king, card).has_value();
    });
  }

  /// Where the pile shows a card and should show another: the latter was taken, or the first was not.
  std::optional<Exchange> tellingOfPile(Card shown, const Discarded& known) const {
    for (auto king = kings_.rbegin(); king != kings_.rend(); ++king) {
      auto event = withoutTaken(*king, shown);
      if (!event && known) event = withTaken(*king, *known);
      if (event) return Exchange{king->event, std::move(*event)};
    }
    return std::nullopt;
  }

  void proposeOtherPast() {
    if (kings_.empty() || seen_.discard.empty() || state_.discard.empty() || !topDiffers()) return;
    const auto shown = seen_.discard.front().best();
    if (!shown || shown->isAction()) return;
    if (auto past = tellingOfPile(*shown, state_.discard.back()))
      proposals_.push_back({{}, kOtherPast, std::move(past)});
  }

  /// The same of a fill that does not come as it should.
  std::optional<Exchange> tellingOfFill(const std::vector<Card>& fill) const {
    for (std::size_t k = 0; k < std::min(fill.size(), state_.discard.size()); ++k) {
      const Discarded& known = state_.discard[state_.discard.size() - 1 - k];
      if (known != fill[k]) return tellingOfPile(fill[k], known);
    }
    return std::nullopt;
  }

  void addTake(Move move, const std::vector<Card>& fill, TablePoint where, Cost cost) {
    candidates_.push_back({std::move(move), where, cost, {}, tellingOfFill(fill)});
  }

  /// What speaks against a card having been laid on or in the place of one of the same face: it lies as that did.
  Cost lyingAsBefore(const SeenCard& seen, const std::optional<TablePose>& lay) const {
    constexpr double kSameMm = 2.5, kSameDegrees = 2.5;
    if (!lay) return 0;
    const double off = distance(seen.at(), lay->at) / kSameMm,
                 turned = std::remainder(seen.pose().angle - lay->angle, 180.0) / kSameDegrees;
    return kAsBefore * std::exp(-off * off - turned * turned);
  }

  // Action cards

  /// That card lay open before one was turned over that may be taken back: it rather shows again.
  bool mayShowAgain(int pile, Card card) const {
    const auto& cards = state_.openActions[at(pile)];
    return turn().actionTurned && cards.size() > 1 && cards[cards.size() - 2] == card;
  }

  /// How far the card on top, taken for that one, lies from where that one lay, mm; nothing where nobody knows.
  std::optional<double> movedFrom(const std::optional<OctaMemory::Lay>& lay, const std::optional<Card>& card,
                                  const SeenCard& top) const {
    if (!lay || lay->card != card) return std::nullopt;
    return shift(lay->pose, memory_.pot, top.pose(), seen_);
  }

  /// 1 where it was not moved at all, 0 from where nothing but a hand did that.
  static double asItLay(double moved) { return std::max(0.0, 1 - moved / kMovedByHand); }

  void actions(int player) {
    for (int pile = 0; pile < 2; ++pile) {
      const auto& top = seen_.actions[at(pile)];
      const Card known = openAction(state_, at(pile));
      const TablePoint where = places_.actions[at(pile)].middle();
      if (!top) continue;
      if (top->against(known) > kDiffers) {
        const Cost again =
            kLikeTheOneBelow * asItLay(movedFrom(memory_.covered[at(pile)], top->best(), *top).value_or(0));
        for (const Card card : top->readings())
          if (card.isAction() && card != known)
            add(TurnAction{card, pile}, where, mayShowAgain(pile, card) ? again : 0);
      } else if (player == me() && !turn().actionTurned && openCopies(state_, known) < kCopies) {
        // The other copy of the card that lay open: nothing looks otherwise. A second one in a turn is none that a
        // doubt may make: people push cards, too.
        const bool seen = armAt(player, places_.actions[at(pile)]);
        const double moved = movedFrom(memory_.actions[at(pile)], known, *top).value_or(kMovedByHand);
        const Cost still = kAsBefore * asItLay(moved);
        add(TurnAction{known, pile}, where, (seen ? kSameActionSeen : kSameActionUnseen) + still);
      }
    }
  }

  // Runs

  void runs(int player) {
    for (int owner = 0; owner < static_cast<int>(kPlayers); ++owner) {
      for (const RunMatch& pair : runs_[at(owner)]->pairs) inRun(player, pair);
      if (owner != player) continue;
      for (const SeenRun* row : runs_[at(owner)]->fresh) newRun(player, *row);
    }
  }

  void inRun(int player, const RunMatch& pair) {
    const Run& run = *pair.run;
    const Cost others = run.owner == player ? 0 : kUnusual;
    for (std::size_t k = 0; k < run.places.size(); ++k) {
      const SeenCard* card = pair.card(k);
      if (!card) continue;
      const Place& place = run.places[k];
      if (place.open && card->isBack()) {
        add(Jack{run.number, place.card}, card->at(), run.owner == player ? kUnusual : kUsual);
      } else if (!place.open && !card->isBack() && card->againstBack() > kDiffers) {
        for (const auto& reading : readingsOf({{card, place.card}}))
          if (numbersOnly(reading)) add(Replace{run.number, reading[0]}, card->at(), kUsual + others);
      }
    }
    extension(player, pair, others);
  }

  void extension(int player, const RunMatch& pair, Cost others) {
    const Run& run = *pair.run;
    std::vector<Wording> cards;
    TablePoint where{};
    const int places = static_cast<int>(run.places.size());
    for (int slot = 0; slot < static_cast<int>(pair.seen->slots.size()); ++slot) {
      if (slot >= pair.offset && slot < pair.offset + places) continue;
      const SeenRun::Slot& there = pair.seen->slots[at(slot)];
      const int value =
          slot < pair.offset ? run.lowest() - (pair.offset - slot) : run.highest() + slot - pair.offset - places + 1;
      if (there.card && there.card->isBack()) return;
      cards.push_back({there.card ? &*there.card : nullptr, cardOfValue(value, run.suit)});
      where = there.at;
    }
    if (cards.empty()) return;
    // Who has just added cards there would have added these, too; one that does not belong there, and what comes after
    // it, is a move of its own.
    const Cost grown = isGrown(run, false) ? kExtend + kOdd : kExtend;
    for (std::vector<Card>& reading : readingsOf(cards))
      if (numbersOnly(reading) && mayBeThere(player, reading)) {
        const Extend move{run.number, std::move(reading)};
        const bool astray = judgeMove(state_, player, move).breach.has_value(), alone = move.cards.size() == 1;
        const Cost cost = isGrown(run, true) ? kUsual : astray && alone ? kExtend : grown;
        if (!astray) layMore(player, run, move, where);
        add(move, where, cost + others + (astray && !alone ? kAstrayTogether : 0));
      }
  }

  /// The last event laid cards there, wrongly or not. Whoever lays a token on a run has laid all of it.
  bool isGrown(const Run& run, bool wrongly) const {
    return laid_ && laid_->run == run.number && laid_->breach == wrongly && !laid_->withToken();
  }

  /// The cards were laid with those that the same player laid there just before: of several, some were seen later, or
  /// come later, than others. What was a breach without them was none only if a token lies on it, as on whole runs, and
  /// they lie under it.
  void layMore(int player, const Run& run, const Extend& more, TablePoint where) {
    if (!laid_ || laid_->run != more.run || laid_->event.player != player) return;
    const auto places = atTheEnds(run, more.cards);
    const bool below = places && places->back().value < run.lowest();
    if (laid_->breach && !(below && laid_->withToken())) return;
    Move longer = laid_->move;
    const auto add = [&](std::vector<Card>& cards) {
      cards.insert(cards.end(), more.cards.begin(), more.cards.end());
      if (const auto row = inSuccession(cards))
        std::transform(row->begin(), row->end(), cards.begin(), [](const Place& place) { return place.card; });
    };
    if (auto* meld = std::get_if<Meld>(&longer)) add(meld->cards);
    if (auto* extend = std::get_if<Extend>(&longer)) add(extend->cards);
    proposals_.push_back({{}, kMoreOfIt + touching(player, where), Exchange{laid_->event, eventOf(player, longer)}});
  }

  /// Nobody can lay a third copy off the hand: it is something else that is taken for a card, or read wrongly.
  bool areThere(const std::vector<Card>& cards) const {
    return std::all_of(cards.begin(), cards.end(), [&](Card card) {
      return openCopies(state_, card) + std::count(cards.begin(), cards.end(), card) <= kCopies;
    });
  }

  /// Or one of them was taken off the discard pile unseen.
  bool mayBeThere(int player, const std::vector<Card>& cards) const {
    return areThere(cards) || std::any_of(cards.begin(), cards.end(), [&](Card card) {
             return openCopies(state_, card) == kCopies && mayBeOffPile(player, card);
           });
  }

  /// What the cards of a row would be if it is one suit in succession: as most of those that are read say.
  static std::vector<Wording> wordingsOf(const SeenRun& row) {
    std::vector<Wording> cards;
    int most = 0;
    std::optional<std::pair<int, Suit>> start;
    const auto votes = [&](int first, Suit suit) {
      int count = 0;
      for (std::size_t k = 0; k < row.slots.size(); ++k) {
        const auto& card = row.slots[k].card;
        count += card && card->best() && card->best() == cardOfValue(first + static_cast<int>(k), suit);
      }
      return count;
    };
    for (int suit = 0; suit < 4; ++suit)
      for (int first = kLowAce; first <= kHighAce; ++first)
        if (const int count = votes(first, static_cast<Suit>(suit)); count > most) {
          most = count;
          start = std::pair(first, static_cast<Suit>(suit));
        }
    for (std::size_t k = 0; k < row.slots.size(); ++k) {
      Wording card{row.slots[k].card ? &*row.slots[k].card : nullptr, {}};
      if (start && most >= 2) card.expected = cardOfValue(start->first + static_cast<int>(k), start->second);
      cards.push_back(card);
    }
    return cards;
  }

  /// The row as it lies there, and as rests between showed it if they showed more of it: some may be missed now.
  void newRun(int player, const SeenRun& row) {
    layRun(player, row);
    for (auto rest = evidence_.between.rbegin(); rest != evidence_.between.rend(); ++rest)
      for (const SeenRun& before : asOcta(**rest).runs[at(player)])
        if (before.slots.size() > row.slots.size() && mayHaveGrown(row, before) &&
            distance(before.slots.front().at, row.slots.front().at) < kStep / 2)
          return layRun(player, before);
  }

  /// Without the last of the cards it is no run either: people rather add that one to it in a move of its own.
  Cost goesOnAstray(int player, std::vector<Card> cards) const {
    if (cards.size() <= kShortestRun) return 0;
    cards.pop_back();
    const auto breach = judgeMove(state_, player, Meld{std::move(cards), false}).breach;
    return breach && (breach->rule == "octa.run-order" || breach->rule == "octa.run-suit") ? kAstrayTogether : 0;
  }

  void layRun(int player, const SeenRun& row) {
    std::vector<Wording> cards = wordingsOf(row);
    if (std::any_of(cards.begin(), cards.end(), [](const Wording& each) { return each.seen && each.seen->isBack(); }))
      return;
    const TablePoint where = row.slots.back().at;
    for (const std::vector<Card>& reading : readingsOf(cards)) {
      if (!numbersOnly(reading) || !mayBeThere(player, reading)) continue;
      const Cost cost = kUsual + (reading.size() < kShortestRun ? kTooFew : goesOnAstray(player, reading));
      add(Meld{reading, tokenOn(player, row)}, where, cost);
      if (tokenMissed(player)) add(Meld{reading, true}, where, cost + kTokenMissed);
    }
  }

  /// It is not where it was, and nobody sees where it is: it may have been missed where it was laid.
  bool tokenMissed(int player) const {
    return !seen_.tokens[at(player)] && std::holds_alternative<InTheMiddle>(state_.token(player)) &&
           !seen_.isHidden(places_.middle);
  }

  bool tokenOn(int player, const SeenRun& row) const {
    const auto& token = seen_.tokens[at(player)];
    constexpr double kOnLast = 40;
    return token && distance(token->at, row.slots.back().at) < kOnLast;
  }

  // Pot

  bool potDiffers(int place) const {
    const auto& card = seen_.pot[at(place - 1)];
    const auto& known = state_.pot.at(place);
    if (!card || card->isBack()) return false;
    return known ? card->against(*known) > kDiffers : card->againstNothing() > kDiffers;
  }

  bool changed(int place) const { return std::find(changed_.begin(), changed_.end(), place) != changed_.end(); }

  /// Of a place where a card lay: another lies there, or none.
  bool cleared(int place) const { return changed(place) || (state_.pot.at(place) && isGap(place)); }

  std::vector<Wording> wordingsOf(const std::vector<int>& places) const {
    std::vector<Wording> cards;
    for (const int place : places)
      cards.push_back({seen_.pot[at(place - 1)] ? &*seen_.pot[at(place - 1)] : nullptr, {}});
    return cards;
  }

  /// What now lies where there are gaps once these have been taken.
  std::vector<Wording> fillOf(const std::vector<int>& taken) const {
    Pot pot = state_.pot;
    for (const int place : taken) pot.at(place).reset();
    std::vector<int> gaps = pot.gaps();
    const auto there = static_cast<std::size_t>(state_.stock) + state_.discard.size();
    if (gaps.size() > there) gaps.resize(there);
    return wordingsOf(gaps);
  }

  static bool numbersOnly(const std::vector<Card>& cards) {
    return std::none_of(cards.begin(), cards.end(), [](Card card) { return card.isAction(); });
  }

  void pot(int player) {
    takeRun(player);
    if (changed_.empty()) return;
    if (changed_.size() == 1) queenWithOneAlike(player);
    for (const int place : changed_) swap(player, place);
    for (const Line line : kLines) takeLine(line);
    for (std::size_t a = 0; a < changed_.size(); ++a)
      for (std::size_t b = a + 1; b < changed_.size(); ++b) queen({changed_[a], changed_[b]}, player);
  }

  /// Of three cards one at most is filled with another of its face, unless the discard pile shows that its cards went
  /// there.
  void takeLine(Line line) {
    const std::vector<int>& places = octa::placesOf(line);
    const auto alike = std::count_if(places.begin(), places.end(), [&](int place) { return !cleared(place); });
    const std::vector<Wording> there = fillOf(places);
    if (alike > 1 && !isGoneOffPile(there.size())) return;
    for (const auto& fill : readingsOf(there))
      if (numbersOnly(fill) && (alike <= 1 || std::equal(fill.begin(), fill.end(), state_.discard.rbegin())))
        addTake(TakeLine{line, fill}, fill, places_.pot[at(places[1] - 1)],
                (alike == 0 ? kUsual : kOdd) + underWay(places));
  }

  /// So many cards lay on top of the discard pile, and what lay under them is seen on top now.
  bool isGoneOffPile(std::size_t many) const {
    if (state_.discard.size() < many) return false;
    const std::size_t left = state_.discard.size() - many;
    if (left == 0) return seen_.discard.empty();
    return !seen_.discard.empty() && isTop(state_.discard[left - 1]);
  }

  /// Its effect comes before what the turn goes on with.
  bool queenIsDue() const {
    return isTurned(Card::kQueen) && !turn().effectUsed && !turn().optionChosen && !turn().swapped;
  }

  void queen(const std::vector<int>& take, int player) {
    const bool turned = player == me() && isTurned(Card::kQueen);
    if (!turned && changed_.size() > 2) return;
    for (const auto& fill : readingsOf(wordingsOf(take)))
      if (numbersOnly(fill))
        add(Queen{take, fill}, places_.pot[at(take[0] - 1)], (turned ? kUsual : kOdd) + underWay(take));
  }

  /// A second card was taken, and the other copy of it filled its place: that looks as before. A forearm there speaks
  /// for it, also where the queen's rules do not.
  void queenWithOneAlike(int player) {
    constexpr double kAsBeforeTouched = 0.3;
    const auto& taken = state_.pot.at(changed_[0]);
    if (player != me() || !queenIsDue() || !taken) return;
    for (int place = 1; place <= kPotPlaces; ++place) {
      const auto& other = state_.pot.at(place);
      if (place == changed_[0] || !other || openCopies(state_, *other) == kCopies) continue;
      const bool arm = forearmAtPot(player, place);
      if (!arm && other->suit() != taken->suit()) continue;
      const auto& there = seen_.pot[at(place - 1)];
      const Cost asBefore = there ? lyingAsBefore(*there, memory_.pot[at(place - 1)]) : 0;
      const std::vector<int> take{std::min(place, changed_[0]), std::max(place, changed_[0])};
      for (const auto& fill : readingsOf(wordingsOf(take)))
        if (numbersOnly(fill))
          add(Queen{take, fill}, places_.pot[at(place - 1)],
              arm ? kUsual + kAsBeforeTouched * asBefore : kUnusual + asBefore);
    }
  }

  /// The pot has gaps that these places do not account for: somebody is at it still.
  Cost underWay(const std::vector<int>& places) const {
    Cost cost = 0;
    for (int place = 1; place <= kPotPlaces; ++place)
      if (state_.pot.at(place) && isGap(place) && std::find(places.begin(), places.end(), place) == places.end())
        cost += kGapLeft;
    return cost;
  }

  bool isGap(int place) const { return !seen_.pot[at(place - 1)] && !seen_.isHidden(places_.pot[at(place - 1)]); }

  /// Its cards lie in a run now, others in their places: those under the token, or the longer run that they are part
  /// of.
  void takeRun(int player) {
    const PotPlaces claimed = claimOf(state_, player);
    if (claimed.none()) return;
    takeRun(player, listOf(claimed), false);
    for (const PotPlaces& longer : longerRuns(state_.pot, claimed)) takeRun(player, listOf(longer), true);
  }

  void takeRun(int player, const std::vector<int>& places, bool named) {
    const auto gone = std::count_if(places.begin(), places.end(), [&](int place) { return cleared(place); });
    if (gone + 1 < std::ssize(places) && !isLaid(places, player)) return;
    for (const auto& fill : readingsOf(fillOf(places)))
      if (numbersOnly(fill)) {
        TakeRun run{fill};
        if (named) run.take = places;
        addTake(std::move(run), fill, places_.pot[at(places[0] - 1)], kUsual);
      }
  }

  /// A row that is none of the player's runs is what lay in those places, whatever fills them: that may be their like.
  bool isLaid(const std::vector<int>& places, int player) const {
    return std::any_of(runs_[at(player)]->fresh.begin(), runs_[at(player)]->fresh.end(), [&](const SeenRun* row) {
      return std::all_of(places.begin(), places.end(), [&](int place) {
        const auto& card = state_.pot.at(place);
        return card && std::any_of(row->slots.begin(), row->slots.end(),
                                   [&](const SeenRun::Slot& slot) { return slot.card && slot.card->best() == card; });
      });
    });
  }

  void swap(int player, int place) {
    const auto& card = seen_.pot[at(place - 1)];
    const Cost usual = kSwap + (player == me() && queenIsDue() ? kBeforeQueen : 0);
    for (const Card give : card->readings())
      if (!give.isAction() && give != state_.pot.at(place))
        add(Swap{place, give, claimBy(player, place, give)}, card->at(), usual + underWay({place}));
  }

  /// The run in the pot on which the token has been laid, or what most looks like one.
  std::optional<std::vector<int>> claimBy(int player, int place, Card give) const {
    const auto on = tokenInPot(player);
    if (!on || (claimOf(state_, player) & setOf({*on})).any()) return std::nullopt;
    Pot pot = state_.pot;
    pot.at(place) = give;
    return listOf(claimedBy(pot, place, *on));
  }

  std::optional<int> tokenInPot(int player) const {
    const auto& token = seen_.tokens[at(player)];
    if (!token || distance(token->at, places_.middle) < kOnCard) return std::nullopt;
    for (int place = 1; place <= kPotPlaces; ++place)
      if (distance(token->at, places_.pot[at(place - 1)]) < kOnCard) return place;
    return std::nullopt;
  }

  // Discard pile

  bool topDiffers() const {
    const auto& pile = state_.discard;
    return pile.empty() || !pile.back() || seen_.discard.front().against(*pile.back()) > kDiffers;
  }

  void discards(int player) {
    if (player == me()) kingFromDiscard();
    if (seen_.discard.empty()) return;
    if (topDiffers() || sticksOut() > 0 || isLikeOfOldTop(seen_.discard.front(), evidence_.between.size()))
      newDiscards(player);
    else if (player == me() && turn().drawn && turn().actionTurned && armAt(player, places_.discard))
      sameDiscard();
  }

  /// The cards that can be seen of the pile without the one that lay on top of it, where it lay: more may have been
  /// laid over it as a fan, on either side of it.
  std::vector<SeenCard> fanOver() const {
    constexpr double kSamePlace = 8;
    const auto& known = state_.discard;
    std::vector<SeenCard> fan = seen_.discard;
    const auto isOld = [&](const SeenCard& card) {
      return card.best() && card.against(*known.back()) < kDiffers &&
             distance(card.at(), memory_.discard->at) < kSamePlace;
    };
    if (!known.empty() && known.back() && memory_.discard && !fan.empty()) {
      const auto old = std::find_if(std::next(fan.begin()), fan.end(), isOld);
      if (old != fan.end()) fan.erase(old);
    }
    return fan;
  }

  /// Of the cards that can be seen of the pile, those that are not known to lie on top of it.
  std::size_t sticksOut() const {
    const auto& pile = state_.discard;
    const auto& seen = seen_.discard;
    if (fan_.size() < seen.size()) return fan_.size();
    for (std::size_t fresh = 0; fresh < seen.size(); ++fresh) {
      bool rest = seen.size() - fresh <= pile.size();
      for (std::size_t k = fresh; rest && k < seen.size(); ++k) {
        const Discarded& known = pile[pile.size() - 1 - (k - fresh)];
        rest = known && seen[k].best() && seen[k].against(*known) < kDiffers;
      }
      if (rest) return fresh;
    }
    return seen.size();
  }

  std::size_t cardsToDiscard(int player) const {
    if (!state_.counted) return 1;
    int hand = state_.hand(player);
    if (player != me() || !turn().drawn) ++hand;
    return static_cast<std::size_t>(std::max(1, hand - kHand));
  }

  /// From the lowest to the top card: those that cannot be seen now are those that rests between showed on top, if any
  /// did; those of which nothing can be read are not known.
  std::vector<Discarded> topmost(std::size_t count) const {
    std::vector<Discarded> cards(count);
    for (std::size_t k = 0; k < std::min(count, fan_.size()); ++k) {
      const auto& best = fan_[k].best();
      if (best && !best->isAction()) cards[count - 1 - k] = *best;
    }
    std::size_t known = std::min(count, fan_.size());
    for (std::size_t rest = evidence_.between.size(); rest-- > 0 && known < count;)
      if (const auto covered = coveredTop(rest, cards)) cards[count - 1 - known++] = covered;
    sortAsSeen(cards);
    if (!isKnown(cards)) addLikeOnes(cards);
    if (!isKnown(cards)) placeUnseen(cards);
    return cards;
  }

  /// On a card the other copy of it was laid where the same face lies on top, but elsewhere. A hand may hold it for a
  /// while where it is going to lie: that alone makes no second one.
  void addLikeOnes(std::vector<Discarded>& cards) const {
    std::vector<const OctaReading*> rests;
    for (const auto& rest : evidence_.between) rests.push_back(&asOcta(*rest));
    rests.push_back(&seen_);
    const SeenCard* before = nullptr;
    for (const OctaReading* rest : rests) {
      const SeenCard* top = rest->discard.empty() ? before : &rest->discard.front();
      if (before && top->best() && before->best() == top->best() && liesElsewhere(before->pose(), top->pose())) {
        const auto like = std::find(cards.begin(), cards.end(), top->best());
        const auto copies = openCopies(state_, *top->best()) + std::count(cards.begin(), cards.end(), top->best());
        if (like != cards.end() && !cards.front() && copies < kCopies) {
          std::rotate(cards.begin(), std::next(cards.begin()), like);
          *std::prev(like) = top->best();
        }
      }
      before = top;
    }
  }

  /// The one of three that no rest showed was laid while the pile could not be seen: before or after the one that was.
  void placeUnseen(std::vector<Discarded>& cards) const {
    if (cards.size() != 3 || cards[0] || !cards[1]) return;
    int before = 0, after = 0;
    bool shown = false;
    for (const auto& each : evidence_.between) {
      const OctaReading& rest = asOcta(*each);
      if (!rest.discard.empty())
        shown = shown || rest.discard.front().best() == cards[1];
      else if (rest.isHidden(places_.discard.middle()))
        ++(shown ? after : before);
    }
    if (after > before) std::swap(cards[0], cards[1]);
  }

  static bool liesElsewhere(const TablePose& pose, const TablePose& other) {
    constexpr double kMm = 4.5, kDegrees = 5;
    return distance(pose.at, other.at) > kMm || std::abs(std::remainder(pose.angle - other.angle, 180.0)) > kDegrees;
  }

  /// Each in turn on top of the pile: rests between that showed all of them so tell their order; a fan may hide it.
  void sortAsSeen(std::vector<Discarded>& cards) const {
    std::vector<Discarded> inTurn;
    for (std::size_t rest = 0; rest < evidence_.between.size(); ++rest) {
      const auto& discard = asOcta(*evidence_.between[rest]).discard;
      if (discard.empty() || layThereBefore(discard.front(), rest)) continue;
      const Discarded top = discard.front().best();
      const bool isOne = top && std::find(cards.begin(), cards.end(), top) != cards.end();
      if (isOne && std::find(inTurn.begin(), inTurn.end(), top) == inTurn.end()) inTurn.push_back(top);
    }
    if (std::find(inTurn.begin(), inTurn.end(), cards.back()) == inTurn.end()) inTurn.push_back(cards.back());
    if (inTurn.size() == cards.size() && inTurn.back() == cards.back()) cards = std::move(inTurn);
  }

  /// The card on top of the pile at that rest of those between, if it is none that lay there before and none of these.
  std::optional<Card> coveredTop(std::size_t rest, const std::vector<Discarded>& cards) const {
    const SeenCard* top = clearTop(rest);
    if (!top || std::find(cards.begin(), cards.end(), Discarded(top->best())) != cards.end()) return std::nullopt;
    return layThereBefore(*top, rest) ? std::nullopt : top->best();
  }

  /// A number card that can be read on top of the pile at that rest of those between.
  const SeenCard* clearTop(std::size_t rest) const {
    const auto& pile = asOcta(*evidence_.between[rest]).discard;
    const bool clear = !pile.empty() && pile.front().best() && pile.front().sure() >= kClearlyRead;
    return clear && !pile.front().best()->isAction() ? &pile.front() : nullptr;
  }

  bool isOldTop(const SeenCard& card) const {
    return card.best() && !state_.discard.empty() && state_.discard.back() == card.best();
  }

  /// What is on top at that rest of those between lay there already, and is not its like.
  bool layThereBefore(const SeenCard& card, std::size_t rest) const {
    return isOldTop(card) && !isLikeOfOldTop(card, rest);
  }

  /// It does not lie where the old one lay, which another covered at a rest before.
  bool isLikeOfOldTop(const SeenCard& card, std::size_t rest) const {
    if (!isOldTop(card) || !memory_.discard || openCopies(state_, *card.best()) >= kCopies) return false;
    if (!liesElsewhere(*memory_.discard, card.pose())) return false;
    while (rest-- > 0)
      if (const SeenCard* top = clearTop(rest); top && !isOldTop(*top)) return true;
    return false;
  }

  static bool isKnown(const std::vector<Discarded>& cards) {
    return std::find(cards.begin(), cards.end(), Discarded()) == cards.end();
  }

  void newDiscards(int player) {
    const std::size_t out = std::max<std::size_t>(1, sticksOut()), asked = cardsToDiscard(player);
    addDiscard(topmost(out), kUsual);
    if (asked > out) {
      std::vector<Discarded> cards = topmost(asked);
      const Cost unknown = isKnown(cards) ? 0 : kOdd;
      // Where the one lies that nobody saw may be told by what comes off the pile later.
      if (cards.size() == 3 && cards[0].has_value() != cards[1].has_value())
        addDiscard({cards[1], cards[0], cards[2]}, kUsual + unknown + kOtherOrder);
      addDiscard(std::move(cards), kUsual + unknown);
    } else if (std::vector<Discarded> cards = topmost(out + 1); isKnown(cards)) {
      // One too many, that the next one covers; or that was taken back before.
      addDiscard(std::move(cards), kUsual + kUnusual);
    }
    if (out > asked) addDiscard(topmost(asked), kUsual + kOdd);
  }

  void addDiscard(std::vector<Discarded> cards, Cost cost) {
    const SeenCard& top = seen_.discard.front();
    add(Discard{cards}, top.at(), cost);
    for (std::size_t k = 0; k < std::min(cards.size(), fan_.size()); ++k) {
      if (fan_[k].sure() >= kClearlyRead) continue;
      for (const Card other : fan_[k].readings()) {
        auto& there = cards[cards.size() - 1 - k];
        if (other.isAction() || there == other) continue;
        const Discarded before = there;
        there = other;
        add(Discard{cards}, top.at(), cost);
        there = before;
      }
    }
  }

  /// The other copy of the card that lay on top: nothing looks otherwise.
  void sameDiscard() {
    const auto& top = state_.discard.back();
    if (top && openCopies(state_, *top) < kCopies && cardsToDiscard(me()) == 1)
      add(Discard{{top}}, seen_.discard.front().at(),
          kSameDiscardSeen + lyingAsBefore(seen_.discard.front(), memory_.discard));
  }

  /// Its effect may be used, wherever it takes its cards from.
  bool kingIsDue() const {
    if (!isTurned(Card::kKing)) return false;
    const auto breach = judgeMove(state_, me(), KingFromStock{}).breach;
    return !breach || breach->rule == "octa.empty";
  }

  /// The two cards that lay on top: what lay under them is seen now. Or any two, where somebody has looked through the
  /// pile.
  void kingFromDiscard() {
    const auto& pile = state_.discard;
    if (!isTurned(Card::kKing) || pile.size() < 2) return;
    const auto &top = pile[pile.size() - 1], &second = pile[pile.size() - 2];
    if (isGoneOffPile(2)) {
      if (top && second) add(KingFromDiscard{{*top, *second}}, places_.discard.middle(), kUsual);
    } else if (kingIsDue() && pile.size() > 2) {
      if (const auto two = missingFromSpread())
        add(KingFromDiscard{*two}, places_.discard.middle(), kUsual);
      else
        kingUnseen();
    }
  }

  std::vector<const OctaReading*> readingsSince() const {
    std::vector<const OctaReading*> readings;
    for (const auto& rest : evidence_.between) readings.push_back(&asOcta(*rest));
    readings.push_back(&seen_);
    return readings;
  }

  /// A rest showed the pile spread with two cards missing: what lies there is told by face, from the top.
  std::optional<std::vector<Card>> missingFromSpread() const {
    for (const OctaReading* reading : readingsSince()) {
      const std::size_t count = reading->discard.size();
      if (count < 2 || count + 2 != state_.discard.size()) continue;
      std::vector<Card> missing;
      auto seen = reading->discard.begin();
      bool known = true;
      for (auto card = state_.discard.rbegin(); card != state_.discard.rend(); ++card) {
        known = known && card->has_value();
        if (seen != reading->discard.end() && *card && seen->best() == *card)
          ++seen;
        else if (*card)
          missing.push_back(**card);
      }
      if (known && seen == reading->discard.end() && missing.size() == 2) return missing;
    }
    return std::nullopt;
  }

  /// The pile was in a hand or spread at a rest since, or it lies elsewhere than it did.
  Cost lookingThrough() const {
    constexpr Cost kMoved = 0.5;
    constexpr double kMm = 3, kDegrees = 3;
    bool moved = false;
    for (const OctaReading* reading : readingsSince()) {
      const auto& seen = reading->discard;
      if (seen.empty() ? !reading->isHidden(places_.discard.middle()) : seen.size() > 2) return kUsual;
      if (seen.empty() || !memory_.discard || seen.front().best() != state_.discard.back()) continue;
      const TablePose &pose = seen.front().pose(), &lay = *memory_.discard;
      moved = moved || distance(pose.at, lay.at) > kMm ||
              std::abs(std::remainder(pose.angle - lay.angle, 180.0)) > kDegrees;
    }
    return moved ? kMoved : kUnusual;
  }

  bool wasOnTop(const Discarded& card) const {
    const auto readings = readingsSince();
    return card && std::any_of(readings.begin(), readings.end(), [&](const OctaReading* reading) {
             return !reading->discard.empty() && reading->discard.front().best() == card;
           });
  }

  /// Cards that nobody saw: the likeliest are told until something tells otherwise.
  void kingUnseen() {
    if (!armAt(me(), places_.discard)) return;
    const auto& pile = state_.discard;
    const Discarded &top = pile[pile.size() - 1], &second = pile[pile.size() - 2];
    const bool topGone = top && second != top && wasOnTop(second);
    std::vector<Card> taken = topGone ? std::vector{*top} : std::vector<Card>();
    std::vector<Card> likely = likelyOffPile(state_, me(), topGone ? 2 : 1);
    const std::size_t needed = 2 - taken.size();
    if (likely.size() < needed) return;
    // Where no more lay there it is known.
    const bool guesses = pile.size() - (topGone ? 2 : 1) > needed;
    likely.resize(needed, likely.front());
    taken.insert(taken.end(), likely.begin(), likely.end());
    candidates_.push_back(
        {KingFromDiscard{taken}, places_.discard.middle(), lookingThrough(), guesses ? likely : std::vector<Card>()});
  }

  bool isTop(const Discarded& card) const { return !card || seen_.discard.front().against(*card) < kDiffers; }

  const State& state_;
  const OctaPlaces& places_;
  const OctaMemory& memory_;
  const LastLaid* laid_;
  const std::vector<UnseenKing>& kings_;
  const Evidence& evidence_;
  const OctaReading& seen_;
  std::array<const RunsMatch*, 2> runs_;
  /// Of the discard pile, from the top card on.
  std::vector<SeenCard> fan_;
  std::vector<int> changed_;
  std::vector<Candidate> candidates_;
  std::vector<Proposal> proposals_;
};

}  // namespace

std::vector<Proposal> proposeEvents(const State& state, const Around& around, const Evidence& evidence) {
  return Proposer(state, around, evidence).all();
}

}  // namespace octo::tracker::octa
