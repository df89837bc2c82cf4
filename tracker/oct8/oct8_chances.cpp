#include "tracker/oct8/oct8_chances.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "tracker/oct8/judge.h"
#include "tracker/oct8/pieces.h"

namespace octo::tracker::oct8 {
namespace {

/// What people do who are to act, as shares of what they do then: they draw two cards off the deck, one or both off the
/// discard pile, lay cards, exchange cards of the hand or of the table, spend a baby octopus.
constexpr double kDraws = 0.42, kDrawsOneOpen = 0.12, kDrawsTwoOpen = 0.03, kAttaches = 0.2, kSwapsHand = 0.07,
                 kSwaps = 0.07, kSpendsChipEarly = 0.01;
/// Once all of it is done: they see to what is due, spend a baby octopus, end the turn.
constexpr double kDoesWhatIsDue = 0.8, kSpendsChip = 0.12, kEndsTurn = 0.75;
/// Who may do nothing passes; who may do something seldom does.
constexpr double kPasses = 0.9, kPassesThough = 0.0003;
/// How many cards people lay at once: one, two, three and so on.
constexpr std::array kCards{0.45, 0.35, 0.13, 0.04, 0.02, 0.01};
/// Cards that make an octopus whole are laid so many times as often as any that many, others so many times.
constexpr double kWholeOftener = 2.5, kOthersOftener = 0.6;
/// Share of those who lay cards that make an octopus whole.
constexpr double kMakesWhole = 0.3;
/// Of exchanges those that add up are so many times as many as any.
constexpr double kAddsUp = 3;
/// Share of the moves that are breaches. And of those of a kind that may be, of which share breaks which rule (counted
/// in 25 games drawn with as many breaches): of the draw, before it, cards that are too many, exchanges that do not add
/// up, an action too many, something at the end of the turn too early, a turn ended though something is due.
constexpr double kBreaks = 0.05, kWrongDraw = 0.005, kWrongWhen = 0.004, kTooMany = 0.012, kWrongExchange = 0.016,
                 kOneMore = 0.008, kTooEarly = 0.004, kForgets = 0.006;
/// A breach that is likelier something that was not seen: cards that nobody holds; and any other.
constexpr double kNotHeld = 1e-5, kOtherwise = 1e-4;
/// A card of which as many as there are lie on the table.
constexpr double kFromNowhere = 0.0003;
/// Who shows the octopus colour once the game is over, who shows another one after that, and who shows it before.
constexpr double kShows = 0.5, kShowsAnother = 0.03, kShowsEarly = 0.0002;
/// A turn draw goes to the hand though a shared octopus takes any card left.
constexpr double kKeepsIt = 0.003;

double left(const State& state, Arm arm) { return std::max(0, pieceList().copies(arm) - state.open.arms[arm.index()]); }

double allLeft(const State& state) {
  double all = 0;
  for (const Arm arm : Arm::all()) all += left(state, arm);
  return std::max(all, 1.0);
}

/// How likely any card that nobody has seen is this one.
double shareOf(const State& state, Arm arm) { return std::max(left(state, arm), kFromNowhere) / allLeft(state); }

/// That so many cards are these, in any order.
double shareOf(const State& state, const Arms& cards) {
  double share = 1;
  int n = 0;
  for (const Arm arm : Arm::all())
    for (int copy = 1; copy <= cards.count(arm); ++copy) share *= shareOf(state, arm) * ++n / copy;
  return share * kCards[std::min<std::size_t>(static_cast<std::size_t>(n), kCards.size()) - 1];
}

int octopusesThatTake(const State& state, Arm card) {
  return static_cast<int>(std::count_if(state.shared.begin(), state.shared.end(),
                                        [&](const auto& octopus) { return octopus && octopus->takesTurnDraw(card); }));
}

int armsOnField(const State& state, int player) {
  int arms = 0;
  for (const TakenOctopus& each : state.seat(player).taken)
    if (!each.shipped) arms += each.octopus.arms.cards();
  return std::max(1, arms);
}

int emptySlots(const State& state) {
  return static_cast<int>(
      std::count_if(state.shared.begin(), state.shared.end(), [](const auto& octopus) { return !octopus; }));
}

int headsLeft(const State& state, Colour head) {
  return std::max(0, headsOfAColour(state) - state.open.heads[static_cast<std::size_t>(head)]);
}

/// Kinds of things that are due at the end of the turn.
int kindsDue(const State& state) {
  const Seat& seat = state.seat(state.turn.player);
  return (seat.onField() > kFieldLimit) + (seat.hand > kHandLimit) + (emptySlots(state) > 0 && state.headDeck > 0);
}

double chanceOfDue(const State& state) { return kDoesWhatIsDue / std::max(1, kindsDue(state)); }

// How likely each move is where it is in order: its kind, and which of that kind.

double inOrder(const State& state, int, const TurnDraw& move) {
  if (move.to) return shareOf(state, *move.card) / std::max(1, octopusesThatTake(state, *move.card));
  double toHand = 0;
  for (const Arm arm : Arm::all())
    if (octopusesThatTake(state, arm) == 0) toHand += left(state, arm);
  return std::max(toHand / allLeft(state), kKeepsIt);
}

double inOrder(const State&, int, const Draw& move) {
  return move.discard == 0 ? kDraws : move.discard == 1 ? kDrawsOneOpen : kDrawsTwoOpen;
}

double inOrder(const State& state, int, const Attach& move) {
  const auto& octopus = state.in(move.to);
  const bool whole = octopus && octopus->arms.sum() + move.cards.sum() == kWhole;
  return kAttaches / kSlots * shareOf(state, move.cards) * (whole ? kWholeOftener : kOthersOftener);
}

double inOrder(const State& state, int player, const SwapHand& move) {
  return kSwapsHand / armsOnField(state, player) * std::min(1.0, kAddsUp * shareOf(state, move.give));
}

double inOrder(const State& state, int player, const Swap& move) {
  const auto armsOf = [&](const OctopusName& octopus) {
    const auto* taken = std::get_if<TakenName>(&octopus);
    return armsOnField(state, taken ? taken->player : player);
  };
  return kSwaps * std::min(1.0, kAddsUp / armsOf(move.a)) / armsOf(move.b);
}

double inOrder(const State&, int, const Pass&) { return kPasses; }
double inOrder(const State& state, int, const Chip&) { return state.turn.isWhole() ? kSpendsChip : kSpendsChipEarly; }

double inOrder(const State& state, int player, const Ship&) {
  return chanceOfDue(state) / std::max(1, state.seat(player).onField());
}

double inOrder(const State& state, int, const Discard& move) {
  return chanceOfDue(state) * (move.cards.back() ? shareOf(state, *move.cards.back()) : 1);
}

double inOrder(const State& state, int, const Refill& move) {
  double all = 0;
  for (const Colour head : kColours) all += headsLeft(state, head);
  const double share = std::max<double>(headsLeft(state, move.head), kFromNowhere) / std::max(1.0, all);
  return chanceOfDue(state) * share / std::max(1, emptySlots(state));
}

double inOrder(const State&, int, const EndTurn&) { return kEndsTurn; }

double inOrder(const State& state, int player, const Reveal&) {
  const double anyColour = 1.0 / static_cast<double>(kColours.size()) / state.players();
  if (!state.over()) return kShowsEarly * anyColour;
  return (state.seat(player).colour ? kShowsAnother : kShows) * anyColour;
}

double inOrder(const State&, int, const TakePosition&) { return 0; }

// And how much rarer where it is a breach.

double breaking(std::string_view rule, const Move& move) {
  const bool exchange = std::holds_alternative<SwapHand>(move) || std::holds_alternative<Swap>(move);
  if (rule == "oct8.hand" || rule == "oct8.no-head" || rule == "oct8.absent") return kNotHeld;
  if (rule == "oct8.turn-draw-colour") return kWrongDraw;
  if (rule == "oct8.eight") return std::holds_alternative<TurnDraw>(move) ? kWrongDraw : kTooMany;
  if (rule == "oct8.phase" || rule == "oct8.turn-draw") return kWrongWhen;
  if (rule == "oct8.swap-sum" || rule == "oct8.block") return kWrongExchange;
  if (rule == "oct8.actions") return kOneMore * (exchange ? 1 : 0.5);
  if (rule == "oct8.ship-early" || (rule == "oct8.must-act" && !std::holds_alternative<EndTurn>(move)))
    return kTooEarly;
  if (rule == "oct8.refill" || rule == "oct8.field-limit" || rule == "oct8.hand-limit") return kForgets;
  if (rule == "oct8.must-attach") return 1;
  if (rule == "oct8.supply") return 1;
  return kOtherwise;
}

/// Of an exchange under way: who takes an arm off one octopus takes any of its arms, and of another one as likely; what
/// comes to one is of the other, or, where only one changes, any card of the hand. One of the two is the mover's own.
double chanceOfExchanging(const State& state, const Arrangement& arrangement) {
  double chance = kSwapsHand + kSwaps;
  const auto changed = arrangement.changedOctopuses(state);
  for (const auto& [name, arms] : changed)
    if (arms.gone.cards() > 0) chance /= armsOnField(state, name.player);
  if (changed.empty()) return chance;
  const bool two = changed.size() == 2, own = changed.front().first.player == state.turn.player;
  if (changed.size() > 2 || (two && !own)) return 0;
  Arms fromHand;
  for (std::size_t to = 0; to < changed.size(); ++to) {
    Arms come = changed[to].second.come;
    come.remove(changed[changed.size() - 1 - to].second.gone);
    fromHand.add(come);
  }
  if (fromHand.cards() == 0) return chance;
  return two || !own ? chance * kFromNowhere : chance * std::min(1.0, kAddsUp * shareOf(state, fromHand));
}

}  // namespace

double chanceOfMove(const State& state, int player, const Move& move) {
  const Ruling ruling = judgeMove(state, player, move);
  const double rightly = std::visit([&](const auto& each) { return inOrder(state, player, each); }, move);
  if (const auto* pass = std::get_if<Pass>(&move); pass && ruling.breach) return kPassesThough;
  if (ruling.breach) return rightly * breaking(ruling.breach->rule, move);
  return rightly * (std::holds_alternative<Reveal>(move) ? 1 : 1 - kBreaks);
}

double chanceOfMore(const State& state, int player, const Attach& longer, const Arms& more) {
  const Ruling ruling = judgeMove(state, player, longer);
  const bool whole = state.in(longer.to)->arms.sum() + longer.cards.sum() == kWhole;
  return kMore * std::min(1.0, shareOf(state, more) * (whole ? kWholeOftener : kOthersOftener)) *
         (ruling.breach ? breaking(ruling.breach->rule, longer) : 1);
}

double chanceOfTop(const State& state, Arm card) { return kMore * shareOf(state, card); }

double chanceOfBeginning(const State& state, const Arrangement& arrangement) {
  const int mover = state.turn.player;
  const auto& taken = arrangement.taken(mover);
  const bool carried = taken.size() > state.seat(mover).taken.size();
  if (carried || arrangement.actions(mover) > state.seat(mover).chips) {
    double chance = kAttaches * kMakesWhole;
    for (int index = 0; index < kSlots; ++index) {
      const Slot slot{index};
      const auto& lying = arrangement.shared(slot);
      if (!state.in(slot) || (!lying && !carried)) continue;
      Arms laid = Arrangement::armsOf(lying ? *lying : taken.back());
      laid.remove(state.in(slot)->arms);
      if (laid.cards() > 0) chance *= shareOf(state, laid);
      if (!lying || laid.cards() > 0) chance /= kSlots;
    }
    return chance;
  }
  return chanceOfExchanging(state, arrangement);
}

}  // namespace octo::tracker::oct8
