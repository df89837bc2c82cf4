#include "tracker/oct8/oct8_proposals.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tracker/follow/forearms.h"
#include "tracker/oct8/apply.h"
#include "tracker/oct8/move.h"
#include "tracker/oct8/oct8_candidates.h"
#include "tracker/oct8/pieces.h"

namespace octo::tracker::oct8 {
namespace {

/// A card off the deck to the hand: its player's hand was seen at the deck (which speaks for it), but for a card
/// already, some time during several rests, forearms were seen elsewhere only, none was.
constexpr Cost kHandAtDeck = -1.5, kHandAtDeckAgain = 1.2, kHandAtDeckSometime = 2.5, kOtherHands = 3.5, kNoHands = 2.5;
/// A turn draw to the hand, however unlikely and with whatever arms: less than a breach.
constexpr Cost kDrawToHandAtMost = 4.2;
/// A turn draw laid though a rest has shown its player's forearm at the deck before: so it was seen with 92 of 102 that
/// went to the hand in rendered games, and with 5 of 596 that were laid.
constexpr Cost kLeftDeck = 3.0;
/// Something visible was done and no forearm at all was seen.
constexpr Cost kByNobody = 2.5;
/// How usual things are: a chip spent, one before the action that it is for and no hand was near it, one card laid
/// before a turn draw that is none, an octopus shipped of which no head is seen where nothing hides it, or something
/// does, a turn draw late after an action before it (one mistake, not two), an octopus colour told before the end, a
/// turn that ends, a chip spent before the action that everybody has, an action for what the one before could have done
/// as well, one card laid that is no turn draw though nobody saw another.
constexpr Cost kChip = 0.3, kChipAlone = 2.0, kNoTurnDraw = 1.5, kShippedUnseen = 6.0, kShippedHidden = 1.5,
               kLateDraw = -3.0, kToldEarly = 2.0, kEndTurn = 0.05, kChipEarly = 1.5, kAttachedAgain = 3.0,
               kNotTheDraw = 2.0;
/// An octopus colour told by a head that is missing elsewhere: more than a head there that tells nothing.
constexpr Cost kHeadOfTheGame = 6;
/// All forearms of the player ended farther to the left or right than that, mm: nobody knows where they were on the
/// way.
constexpr double kBesideIt = 120;
constexpr Cost kReachedElsewhere = 1.5;
/// Nobody's hand came from there.
constexpr Cost kHardlyTheirs = 6;
/// A difference that is worth a proposal, and a pair of octopus and column that may be two others.
constexpr Cost kDiffers = 0.3, kHardlyTheSame = 8;
/// What is wrong in a turn is told where no more was concluded before it than the end of the last one.
constexpr std::size_t kAtOnce = 1;

using Cards = std::vector<Arm>;

/// What speaks against the top card of the deck's having to go to the hand, as no shared octopus takes it
/// (`oct8.must-attach`); where nobody knows it, any face is as likely as copies of it lie nowhere open.
Cost unlikelyToHand(const State& state, const std::optional<Arm>& onDeck) {
  constexpr double kLeast = 0.08;  // an octopus seen late, a card laid wrongly
  constexpr Cost kAgainstTheRule = 10;
  if (onDeck) return slotForTurnDraw(state, *onDeck) ? kAgainstTheRule : 0;
  int all = 0, toHand = 0;
  for (const Arm arm : Arm::all()) {
    const int left = std::max(0, pieceList().copies(arm) - state.open.arms[arm.index()]);
    all += left;
    if (!slotForTurnDraw(state, arm)) toHand += left;
  }
  return all == 0 ? 0 : -std::log(std::max(kLeast, static_cast<double>(toHand) / all));
}

/// A moment from which something visible may have happened, and what led there without a trace.
struct Start {
  State state;
  std::vector<ProposedEvent> events{};
  Cost cost = 0;

  void add(int player, const Move& move, bool inferred, Cost more = 0) {
    events.push_back({eventOf(player, move), inferred});
    applyMove(state, player, move);
    cost += more;
  }
  /// The player took cards off the deck in it.
  bool took(int player) const {
    return std::any_of(events.begin(), events.end(), [player](const ProposedEvent& each) {
      return each.event.player == player && (each.event.action == "turn-draw" || each.event.action == "draw");
    });
  }
};

/// Likeliest readings of several cards: all as they look best, and one of them otherwise.
std::vector<Cards> readingsOf(const std::vector<const SeenCard*>& cards) {
  Cards best;
  for (const SeenCard* card : cards)
    if (const auto likely = card->arms(); !likely.empty()) best.push_back(likely.front());
  std::vector<Cards> readings{best};
  std::size_t at = 0;
  for (const SeenCard* card : cards) {
    const auto likely = card->arms();
    for (std::size_t other = 1; other < likely.size(); ++other) {
      readings.push_back(best);
      readings.back()[at] = likely[other];
    }
    at += !likely.empty();
  }
  return readings;
}

int sumOf(const Cards& cards) { return Arms(cards).sum(); }

void addOnce(std::vector<Cards>& all, Cards cards) {
  std::sort(cards.begin(), cards.end(), [](Arm a, Arm b) { return a.index() < b.index(); });
  if (!cards.empty() && std::find(all.begin(), all.end(), cards) == all.end()) all.push_back(std::move(cards));
}

class Proposer {
 public:
  Proposer(const ExpectedLayout& known, const Evidence& evidence, const Oct8Places& places)
      : expected_(known),
        state_(known.state),
        evidence_(evidence),
        seen_(static_cast<const OctopusesReading&>(evidence.table)),
        places_(places),
        unlikelyToHand_(unlikelyToHand(state_, expected_.shown.onDeck)) {
    for (int player = 0; player < state_.players(); ++player) {
      starts_.push_back(startsOf(player));
      fields_.push_back(matchField(seen_, expected_, at(player)));
    }
  }

  std::vector<Proposal> propose() {
    proposeReveals();
    if (state_.over()) return std::move(proposals_);
    for (int slot = 0; slot < kSlots; ++slot) {
      proposeArms(Slot{slot});
      proposeWhole(Slot{slot});
      proposeRefill(Slot{slot});
    }
    for (int player = 0; player < state_.players(); ++player) {
      proposeHandSwaps(player);
      proposeShipping(player);
      proposeChip(player);
      proposeHiddenDraws(player);
    }
    proposeSwaps();
    proposeDiscardPile();
    return std::move(proposals_);
  }

 private:
  static std::size_t at(int number) { return static_cast<std::size_t>(number); }
  const SeenSeat& seenOf(int player) const { return seen_.seats[at(player)]; }
  Side sideOf(int player) const { return places_.seats[at(player)].side; }

  // --- whose turn it is, and what happened before without a trace ---

  bool wasAtDeck(int player) const { return reachedInto(evidence_.forearms, sideOf(player), places_.arms); }

  /// What the forearms say against that player's having laid or taken something there.
  Cost costOfHand(int player, TablePoint at) const {
    const Side side = sideOf(player);
    const Cost cost = forearmCost(evidence_.forearms, side, at);
    if (cost > 0) return cost;
    const auto isElsewhere = [&](const ForearmTrack& forearm) {
      return forearm.from != side || std::abs(rightOf(forearm, at)) > kBesideIt;
    };
    const bool elsewhere = std::all_of(evidence_.forearms.begin(), evidence_.forearms.end(), isElsewhere);
    return !evidence_.forearms.empty() && elsewhere ? kReachedElsewhere : 0;
  }

  /// `start`: what was concluded so far.
  Cost hiddenCost(const Start& start) const {
    const int player = start.state.turn.player;
    if (evidence_.forearms.empty()) return kNoHands;
    if (!wasAtDeck(player)) return kOtherHands;
    if (expected_.shown.handExplained || start.took(player)) return kHandAtDeckAgain;
    // Of several rests nobody knows whether the hand came before what was seen.
    return evidence_.between.empty() ? kHandAtDeck : kHandAtDeckSometime;
  }

  void drawHidden(Start& start) const {
    const int player = start.state.turn.player;
    const Cost arms = hiddenCost(start);
    start.add(player, TurnDraw{}, true, std::max(arms, std::min(arms + unlikelyToHand_, kDrawToHandAtMost)));
  }

  /// Two cards off the deck; false where they do not come off it alone.
  bool drawAsAction(Start& start) const {
    const Draw draw = drawUnseen(start.state);
    if (draw.discard > 0 || draw.deck == 0) return false;
    start.add(start.state.turn.player, draw, true, hiddenCost(start));
    return true;
  }

  void finishTurn(Start& start) const {
    const int player = start.state.turn.player;
    if (start.state.turn.drawIsDue()) drawHidden(start);
    if (start.state.turn.actions > 0 && !start.state.turn.ending) {
      const Draw draw = drawUnseen(start.state);
      if (draw.cards() == 0)
        start.add(player, Pass{}, true);
      else if (draw.discard == 0)
        start.add(player, draw, true, hiddenCost(start));
    }
    start.add(player, EndTurn{}, true, kEndTurn);
  }

  /// Now, where it is the player's turn, and in the player's next turn.
  std::vector<Start> startsOf(int player) const {
    std::vector<Start> starts;
    const bool theirs = state_.turn.player == player;
    if (theirs) starts.push_back({state_});
    if (state_.over() || (theirs && !state_.turn.isWhole())) return starts;
    Start later{state_};
    do finishTurn(later);
    while (later.state.turn.player != player && !later.state.over());
    if (!later.state.over()) starts.push_back(std::move(later));
    return starts;
  }

  // --- moves ---

  void propose(Start start, int player, const Move& move, Cost cost) {
    start.add(player, move, false, cost + (evidence_.forearms.empty() ? kByNobody : 0));
    proposals_.push_back({std::move(start.events), start.cost});
  }

  /// One card laid where the turn draw is due is the turn draw.
  static Cost costBeforeDraw(const Turn& turn, const Move& move) {
    const auto* attach = std::get_if<Attach>(&move);
    return turn.drawIsDue() && attach && attach->cards.cards() == 1 ? kNoTurnDraw : 0;
  }

  /// One card laid where nobody saw the turn draw before is likelier to be the turn draw, and a forearm at the deck to
  /// have drawn two cards.
  Cost costAfterDraw(const Move& move) const {
    const auto* attach = std::get_if<Attach>(&move);
    if (!attach || attach->cards.cards() != 1) return 0;
    const auto& octopus = state_.in(attach->to);
    return octopus && octopus->takesTurnDraw(attach->cards.list().front()) ? kNotTheDraw : 0;
  }

  /// A move that is an action: after the turn draw, with an action left.
  void proposeAction(int player, const Move& move, Cost cost) {
    for (const Start& start : starts_[at(player)]) {
      const Turn& turn = start.state.turn;
      const bool wrongly = turn.drawIsDue() || turn.actions == 0 || turn.ending;
      if (wrongly && start.events.size() <= kAtOnce) propose(start, player, move, cost + costBeforeDraw(turn, move));
      Start rightly = start;
      if (turn.drawIsDue()) drawHidden(rightly);
      if (turn.drawIsDue() || (start.events.empty() && expected_.shown.justDrawnToHand && !turn.acted))
        rightly.cost += costAfterDraw(move);
      if (turn.actions == 0) {
        if (start.state.seat(player).chips == 0) continue;
        rightly.add(player, Chip{}, false, kChip);
      }
      if (!wrongly || turn.drawIsDue() || turn.actions == 0) propose(std::move(rightly), player, move, cost);
    }
  }

  /// A move that ends the acting.
  void proposeEnding(int player, const Move& move, Cost cost) {
    for (const Start& start : starts_[at(player)]) {
      if (!start.state.turn.isWhole() && start.events.size() <= kAtOnce) propose(start, player, move, cost);
      Start acted = start;
      if (acted.state.turn.drawIsDue()) drawHidden(acted);
      if (acted.state.turn.actions > 0 && !drawAsAction(acted)) continue;
      propose(std::move(acted), player, move, cost);
    }
  }

  /// Whose forearm at the deck laid a card back there drew none.
  bool leftDeck(int player) const { return expected_.shown.leftDeck == player && !expected_.shown.onDeck; }

  /// Cards to a shared octopus: one may be the turn draw.
  void proposeTo(Slot slot, const Cards& cards, int player, Cost cost) {
    if (cards.size() == 1)
      for (const Start& start : starts_[at(player)])
        if (!start.state.turn.drawn && start.state.armDeck > 0)
          propose(start, player, TurnDraw{cards.front(), slot},
                  cost + (start.state.turn.acted ? kLateDraw : 0) + (leftDeck(player) ? kLeftDeck : 0));
    const bool again = expected_.shown.attachedTo && expected_.shown.attachedTo->index == slot.index;
    proposeAction(player, Attach{Arms(cards), slot},
                  cost + (again && state_.turn.player == player ? kAttachedAgain : 0));
  }

  void proposeArms(Slot slot) {
    const auto& column = seen_.shared[at(slot.index)];
    const auto& octopus = state_.in(slot);
    if (!column || !octopus) return;
    const ColumnMatch match = matchAsRead(*column, *octopus, false);
    if (match.extra.empty()) return;
    std::vector<Cards> choices;
    for (const Cards& reading : readingsOf(match.extra))
      for (const Cards& part : someOf(reading)) addOnce(choices, part);
    for (int player = 0; player < state_.players(); ++player) {
      const Cost byHand = costOfHand(player, match.extra.back()->at);
      if (byHand >= kHardlyTheirs) continue;
      for (const Cards& cards : choices) proposeTo(slot, cards, player, byHand);
    }
  }

  /// Columns of a field that may be an octopus that was not there.
  std::vector<std::size_t> newColumns(int player) const {
    std::vector<std::size_t> columns = fields_[at(player)].extra;
    for (const FieldMatch::Pair& pair : fields_[at(player)].pairs)
      if (pair.match.cost > kHardlyTheSame) columns.push_back(pair.column);
    return columns;
  }

  /// The octopus lies on somebody's field now: the cards that made it whole.
  void proposeWhole(Slot slot) {
    const auto& octopus = state_.in(slot);
    if (!octopus) return;
    for (int player = 0; player < state_.players(); ++player)
      for (const std::size_t index : newColumns(player)) {
        const SeenColumn& column = seenOf(player).field[index];
        const ColumnMatch match = matchColumn(column, *octopus, false);
        const bool likeIt =
            match.gone.cards() <= 1 && match.cost < kHardlyTheSame + 6.6 * static_cast<double>(match.extra.size());
        if (!likeIt || match.extra.empty()) continue;
        const Cost byHand = costOfHand(player, column.at);
        for (const Cards& cards : choicesToWhole(match.extra, kWhole - octopus->arms.sum()))
          proposeTo(slot, cards, player, byHand);
      }
  }

  /// Cards that add up to what the octopus lacked; where none do, one is read otherwise so that they do; and parts of
  /// them, where there was a turn draw before.
  static std::vector<Cards> choicesToWhole(const std::vector<const SeenCard*>& extra, int lacking) {
    std::vector<Cards> choices;
    const std::vector<Cards> readings = readingsOf(extra);
    for (const Cards& cards : readings)
      if (cards.size() == extra.size() && sumOf(cards) == lacking) addOnce(choices, cards);
    if (choices.empty()) addForced(extra, lacking, choices);
    const std::vector<Cards> wholes = choices;
    for (const Cards& cards : wholes)
      for (const Cards& part : someOf(cards)) addOnce(choices, part);
    return choices;
  }

  /// One card cannot be read: its number follows from the others.
  static void addForced(const std::vector<const SeenCard*>& extra, int lacking, std::vector<Cards>& choices) {
    for (std::size_t doubtful = 0; doubtful < extra.size(); ++doubtful) {
      Cards others;
      for (std::size_t card = 0; card < extra.size(); ++card)
        if (const auto arm = extra[card]->arm(); card != doubtful && arm) others.push_back(*arm);
      const int arms = lacking - sumOf(others);
      if (others.size() + 1 != extra.size() || arms < 1 || arms > Arm::kMost) continue;
      const auto read = extra[doubtful]->arm();
      for (const Colour colour : kColours) {
        if (read && read->colour() != colour) continue;
        Cards cards = others;
        cards.push_back(Arm::of(colour, arms));
        addOnce(choices, cards);
      }
    }
  }

  void proposeRefill(Slot slot) {
    const auto& column = seen_.shared[at(slot.index)];
    if (state_.in(slot) || !column || !column->head || !column->head->isHead()) return;
    const Colour head = kColours[*column->head->best - Arm::kFaces];
    for (int player = 0; player < state_.players(); ++player)
      proposeEnding(player, Refill{slot, head}, costOfHand(player, column->head->at));
  }

  void proposeHandSwaps(int player) {
    for (const FieldMatch::Pair& pair : fields_[at(player)].pairs) {
      const ColumnMatch& match = pair.match;
      if (match.gone.cards() == 0 || match.extra.empty()) continue;
      const Cost byHand = costOfHand(player, match.extra.back()->at);
      for (const Arm take : match.gone.list()) {
        std::vector<Cards> choices;
        for (const Cards& reading : readingsOf(match.extra))
          for (const Cards& part : someOf(reading))
            if (match.gone.cards() == 1 || sumOf(part) == take.arms()) addOnce(choices, part);
        for (const Cards& give : choices)
          proposeAction(player, SwapHand{TakenName{player, pair.k}, Arms(give), take}, byHand);
      }
    }
  }

  struct Changed {
    TakenName name;
    const ColumnMatch* match;
    TablePoint at;
  };

  void proposeSwaps() {
    std::vector<Changed> changed;
    for (int player = 0; player < state_.players(); ++player)
      for (const FieldMatch::Pair& pair : fields_[at(player)].pairs)
        if (pair.match.gone.cards() > 0)
          changed.push_back({{player, pair.k}, &pair.match, seenOf(player).field[pair.column].at});
    for (const Changed& a : changed)
      for (const Changed& b : changed) {
        if (a.name == b.name || (a.name.player == b.name.player && a.name.k > b.name.k)) continue;
        const Cost byHand = costOfHand(a.name.player, b.at);
        proposeAction(a.name.player, Swap{a.name, a.match->gone, b.name, b.match->gone}, byHand);
      }
  }

  void proposeShipping(int player) {
    const FieldMatch& field = fields_[at(player)];
    std::vector<int> gone = field.gone;
    for (const FieldMatch::Pair& pair : field.pairs)
      if (pair.match.cost > kHardlyTheSame) gone.push_back(pair.k);
    const auto& taken = state_.seat(player).taken;
    const auto shipped = std::count_if(taken.begin(), taken.end(), [](const auto& each) { return each.shipped; });
    const bool more = static_cast<std::ptrdiff_t>(seenOf(player).shipped.size()) > shipped;
    const Cost unseen = seen_.hidden.shipped[at(player)] ? kShippedHidden : kShippedUnseen;
    for (const int k : gone) proposeEnding(player, Ship{TakenName{player, k}}, more ? 0 : unseen);
  }

  void proposeChip(int player) {
    if (seenOf(player).chips.value_or(0) >= state_.seat(player).chips) return;
    constexpr double kFarther = 50;  // than from other places, mm
    const TableRect chips = places_.seats[at(player)].chips.grown(kFarther);
    const bool turned = reachedInto(evidence_.forearms, sideOf(player), chips);
    const Cost cost = turned ? kChip : kChipAlone;
    for (Start start : starts_[at(player)]) {
      if (start.state.turn.drawIsDue()) drawHidden(start);
      const Turn& turn = start.state.turn;
      const bool left = turn.actions > 0 && !turn.ending;
      if (Start acted = start; left && drawAsAction(acted)) propose(std::move(acted), player, Chip{}, cost);
      propose(std::move(start), player, Chip{}, cost + (left ? kChipEarly : 0));
    }
  }

  void proposeHiddenDraws(int player) {
    const bool deckDiffers = state_.counted && seen_.armDeck != (state_.armDeck > 0);
    if (!wasAtDeck(player) && !deckDiffers) return;
    for (Start start : starts_[at(player)]) {
      if (start.state.turn.drawIsDue()) {
        drawHidden(start);
      } else if (start.state.turn.actions == 0 || start.state.turn.ending || !drawAsAction(start)) {
        continue;
      }
      proposals_.push_back({std::move(start.events), start.cost});
    }
  }

  // --- the discard pile ---

  void proposeDiscardPile() {
    if (compareDiscard(seen_, expected_) < kDiffers) return;
    const TablePoint middle = places_.discard.middle();
    for (int player = 0; player < state_.players(); ++player) {
      const Cost byHand = costOfHand(player, middle);
      for (int taken = 1; taken <= kDrawn; ++taken)
        if (const auto cost = costOfTaking(taken))
          proposeAction(player, Draw{std::min(kDrawn - taken, state_.armDeck), taken}, byHand + *cost);
      if (!seen_.discard) continue;
      for (const Arm card : seen_.discard->arms()) proposeDiscard(player, card, byHand);
    }
  }

  /// Nothing where the pile cannot look as seen once so many cards are taken. That an unknown card looks just so is a
  /// coincidence.
  std::optional<Cost> costOfTaking(int taken) const {
    constexpr Cost kLikely = 1, kCoincidence = 1;
    const int cards = static_cast<int>(state_.discard.size());
    const bool mayHoldMore = !state_.counted && cards > 0 && !state_.discard.front();
    if (mayHoldMore && taken >= cards) return kCoincidence;
    if (taken > cards || (taken == cards) == seen_.discard.has_value()) return std::nullopt;
    if (taken == cards) return 0;
    const auto& below = state_.discard[at(cards - taken - 1)];
    if (!below) return kCoincidence;
    if (seen_.discard->against[below->index()] >= kLikely) return std::nullopt;
    return 0;
  }

  void proposeDiscard(int player, Arm top, Cost cost) {
    const int hand = starts_[at(player)].empty() ? 0 : starts_[at(player)].front().state.seat(player).hand;
    // With two more cards off the deck if the action is still to be done, and one for the turn draw.
    for (int cards = 1; cards <= 3; ++cards) {
      const bool likely = state_.counted && std::abs(hand - kHandLimit - cards) <= 3;
      if (!likely && cards > 1) continue;
      std::vector<std::optional<Arm>> laid(at(cards - 1));
      laid.emplace_back(top);
      proposeEnding(player, Discard{laid}, cost);
    }
  }

  // --- the end ---

  /// A head of the colour that came to lie on a turn place belongs to an octopus: since then one is gone there.
  bool isOfTheGame(Colour colour) const {
    return MissingHeads(seen_, state_).moreThan(expected_.shown.missing, colour) > 0;
  }

  void proposeReveals() {
    for (int player = 0; player < state_.players(); ++player) {
      const auto& told = seenOf(player).told;
      if (!told || !told->isHead()) continue;
      const Colour colour = kColours[*told->best - Arm::kFaces];
      if (state_.seat(player).colour == colour) continue;
      Start start{state_};
      if (isOfTheGame(colour)) start.cost += kHeadOfTheGame;
      if (!state_.over() && state_.turnsLeft) {
        Start end = start;
        while (!end.state.over()) finishTurn(end);
        propose(std::move(end), player, Reveal{colour}, 0);
      }
      propose(start, player, Reveal{colour}, state_.over() ? 0 : kToldEarly);
    }
  }

  const ExpectedLayout& expected_;
  const State& state_;
  const Evidence& evidence_;
  const OctopusesReading& seen_;
  const Oct8Places& places_;
  /// Of the shared octopuses as they are: what is laid before the draw hardly changes it.
  Cost unlikelyToHand_;
  std::vector<std::vector<Start>> starts_;
  std::vector<FieldMatch> fields_;
  std::vector<Proposal> proposals_;
};

}  // namespace

std::vector<Proposal> proposeMoves(const ExpectedLayout& known, const Evidence& evidence, const Oct8Places& places) {
  return Proposer(known, evidence, places).propose();
}

std::vector<ProposedEvent> restOfTurn(const State& state) {
  Start start{state};
  const int player = state.turn.player;
  if (state.over()) return {};
  if (state.turn.drawIsDue()) start.add(player, TurnDraw{}, true);
  if (start.state.turn.actions > 0 && !start.state.turn.ending) {
    const Draw draw = drawUnseen(start.state);
    start.add(player, draw.cards() > 0 ? Move(draw) : Move(Pass{}), true);
  }
  start.add(player, EndTurn{}, true);
  return start.events;
}

}  // namespace octo::tracker::oct8
