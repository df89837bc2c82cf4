// Oct8 in a few lines. Three heads lie in the middle; players give them arms, and whoever brings one to exactly 8 arms
// takes it to their own field and gets a baby octopus. A turn begins with the turn draw, a card off the arm deck that
// goes to a head of another colour, or to the hand if none takes it. Then comes one action, and one more for each baby
// spent. Then the turn is ended: of more than three octopuses on the field some are shipped, of more than eight cards
// in the hand some are discarded, empty slots get a new head. When a deck runs out, the others have one more turn each.
// Arms of their head's colour score a point a card, double on a shipped octopus of the player's octopus colour.
//
//   turn-draw  card, to              the card that begins the turn, to a slot or to the hand
//   draw       from                  action ①: two cards off the arm deck or the discard pile into the hand
//   attach     cards, to             action ②: cards from the hand to a shared octopus
//   swap-hand  octopus, give, take   action ③: cards from the hand for one arm of an own octopus
//   swap       a, take, b, for       action ④: arms of an own octopus for arms of another
//   pass                             no card can be drawn
//   chip                             a baby octopus is spent for one more action
//   ship       octopus               one leaves the field
//   discard    cards                 the hand comes down to eight
//   refill     slot, head            an empty slot gets a new head
//   end-turn
//   reveal     colour                the octopus colour is told, at any time
//   position   shared, fields, ...   the game goes on from what lies there: people say so, and it is so
#include "tracker/oct8/judge.h"

#include <algorithm>

#include "tracker/oct8/pieces.h"
#include "tracker/referee/common.h"

namespace octo::tracker::oct8 {
namespace {

using Values = std::vector<std::pair<std::string, std::string>>;

std::string text(int number) { return std::to_string(number); }
std::string text(Colour colour) { return word(name(colour)); }

/// A card's values, with others.
Values with(Arm card, Values values = {}) {
  values.insert(values.end(), {{"colour", text(card.colour())}, {"arms", text(card.arms())}});
  return values;
}

// The turn and its phases.

Check checkPhase(const Turn& turn) {
  if (turn.drawIsDue()) return breach("oct8.phase", "oct8.phase.before");
  if (turn.ending) return breach("oct8.phase", "oct8.phase.after");
  return {};
}

Check checkAction(const Turn& turn) {
  if (auto found = checkPhase(turn)) return found;
  if (turn.actions == 0) return breach("oct8.actions", "oct8.actions");
  return {};
}

Check checkMustAct(const Turn& turn) {
  if (turn.drawIsDue()) return breach("oct8.must-act", "oct8.must-act.draw");
  if (turn.actions > 0) return breach("oct8.must-act", "oct8.must-act.action", {{"actions", text(turn.actions)}});
  return {};
}

// Pieces.

Check checkHead(const State& state, Slot slot) {
  if (state.in(slot)) return {};
  return breach("oct8.no-head", "oct8.no-head", {{"slot", name(slot)}});
}

Check checkHand(const State& state, int player, const Arms& cards) {
  const Seat& seat = state.seat(player);
  if (!state.counted || cards.cards() <= seat.hand) return {};
  return breach("oct8.hand", "oct8.hand", {{"cards", text(cards.cards())}, {"hand", text(seat.hand)}});
}

/// `added` come to lie open, `gone` no longer do.
Check checkSupply(const State& state, const Arms& added, const Arms& gone = {}) {
  for (const Arm face : Arm::all()) {
    if (added.count(face) == 0) continue;
    const int open = state.open.arms[face.index()] + added.count(face) - gone.count(face);
    const int copies = pieceList().copies(face);
    if (open > copies) return breach("oct8.supply", "oct8.supply.arm", with(face, {{"copies", text(copies)}}));
  }
  return {};
}

Check checkSupply(const State& state, Colour head) {
  const int copies = headsOfAColour(state);
  if (state.open.heads[static_cast<std::size_t>(head)] < copies) return {};
  return breach("oct8.supply", "oct8.supply.head", {{"colour", text(head)}, {"copies", text(copies)}});
}

Check checkEight(const Octopus& octopus, int added) {
  const int before = octopus.arms.sum();
  if (before + added <= kWhole) return {};
  return breach("oct8.eight", "oct8.eight",
                {{"before", text(before)}, {"added", text(added)}, {"total", text(before + added)}});
}

Check checkOnOwnField(const State& state, int player, const OctopusName& octopus) {
  const TakenName* taken = std::get_if<TakenName>(&octopus);
  const TakenOctopus* found = findTaken(state, octopus);
  if (taken && taken->player == player && found && !found->shipped) return {};
  return breach("oct8.own", "oct8.own.field", {{"octopus", name(octopus)}, {"player", playerValue(player)}});
}

Check checkHasArms(const State& state, const OctopusName& name, const Arms& wanted) {
  const Octopus* octopus = find(state, name);
  if (!octopus) return breach("oct8.absent", "oct8.absent.octopus", {{"octopus", oct8::name(name)}});
  const auto missing = octopus->arms.firstMissing(wanted);
  if (!missing) return {};
  return breach("oct8.absent", "oct8.absent.arm", with(*missing, {{"octopus", oct8::name(name)}}));
}

Check checkSums(int taken, int given) {
  if (taken == given) return {};
  return breach("oct8.swap-sum", "oct8.swap-sum", {{"taken", text(taken)}, {"given", text(given)}});
}

// The turn draw.

Check checkTurnDrawToSlot(const State& state, Arm card, Slot slot) {
  if (auto found = checkHead(state, slot)) return found;
  if (auto found = checkSupply(state, Arms({card}))) return found;
  if (state.in(slot)->head == card.colour())
    return breach("oct8.turn-draw-colour", "oct8.turn-draw-colour",
                  {{"slot", name(slot)}, {"colour", text(card.colour())}});
  return checkEight(*state.in(slot), card.arms());
}

Check checkTurnDrawToHand(const State& state, const std::optional<Arm>& card) {
  if (!card) {
    if (!everyHiddenCardFits(state)) return {};
    return breach("oct8.must-attach", "oct8.must-attach.unseen");
  }
  const auto slot = slotForTurnDraw(state, *card);
  if (!slot) return {};
  return breach("oct8.must-attach", "oct8.must-attach", with(*card, {{"slot", name(*slot)}}));
}

Check check(const State& state, int, const TurnDraw& move) {
  if (state.turn.drawn) return breach("oct8.turn-draw", "oct8.turn-draw.twice");
  if (state.turn.acted) return breach("oct8.turn-draw", "oct8.turn-draw.late");
  if (state.armDeck == 0) return breach("oct8.empty", "oct8.empty.arms");
  return move.to ? checkTurnDrawToSlot(state, *move.card, *move.to) : checkTurnDrawToHand(state, move.card);
}

// The actions.

Check checkPiles(const State& state, const Draw& move) {
  if (!state.counted) return {};
  const int discards = static_cast<int>(state.discard.size());
  if (move.deck > state.armDeck)
    return breach("oct8.empty", "oct8.empty.deck", {{"cards", text(move.deck)}, {"held", text(state.armDeck)}});
  if (move.discard > discards)
    return breach("oct8.empty", "oct8.empty.discard", {{"cards", text(move.discard)}, {"held", text(discards)}});
  return {};
}

/// How many cards are to be drawn; where nobody counted the piles they may hold fewer.
bool isDue(const State& state, int cards, int due) { return state.counted ? cards == due : cards <= due; }

/// Cards that both piles together still hold.
int drawable(const State& state) { return state.armDeck + static_cast<int>(state.discard.size()); }

Check check(const State& state, int, const Draw& move) {
  if (auto found = checkAction(state.turn)) return found;
  if (auto found = checkPiles(state, move)) return found;
  const int due = std::min(kDrawn, drawable(state));
  if (isDue(state, move.cards(), due)) return {};
  return breach("oct8.draw-count", "oct8.draw-count", {{"cards", text(move.cards())}, {"due", text(due)}});
}

Check check(const State& state, int player, const Attach& move) {
  if (auto found = checkAction(state.turn)) return found;
  if (auto found = checkHead(state, move.to)) return found;
  if (auto found = checkHand(state, player, move.cards)) return found;
  if (auto found = checkSupply(state, move.cards)) return found;
  return checkEight(*state.in(move.to), move.cards.sum());
}

Check check(const State& state, int player, const SwapHand& move) {
  const Arms taken({move.take});
  if (auto found = checkAction(state.turn)) return found;
  if (auto found = checkOnOwnField(state, player, move.octopus)) return found;
  if (auto found = checkHasArms(state, move.octopus, taken)) return found;
  if (auto found = checkHand(state, player, move.give)) return found;
  if (auto found = checkSupply(state, move.give, taken)) return found;
  return checkSums(taken.sum(), move.give.sum());
}

Check checkNotShipped(const State& state, const OctopusName& octopus) {
  const TakenOctopus* taken = findTaken(state, octopus);
  if (!taken || !taken->shipped) return {};
  return breach("oct8.shipped", "oct8.shipped", {{"octopus", name(octopus)}});
}

bool isOf(const State& state, int player, const OctopusName& octopus) {
  return findTaken(state, octopus) && std::get<TakenName>(octopus).player == player;
}

Check checkOwnInSwap(const State& state, int player, const Swap& move) {
  if (!isOf(state, player, move.a) && !isOf(state, player, move.b))
    return breach("oct8.own", "oct8.own.neither", {{"player", playerValue(player)}});
  for (const OctopusName& octopus : {move.a, move.b})
    if (std::holds_alternative<Slot>(octopus))
      return breach("oct8.own", "oct8.own.shared", {{"octopus", name(octopus)}});
  if (move.a == move.b) return breach("oct8.own", "oct8.own.same", {{"octopus", name(move.a)}});
  return {};
}

Check checkBlock(const State& state, int player, const OctopusName& octopus) {
  if (isOf(state, player, octopus) || !find(state, octopus)->allArmsMatch()) return {};
  return breach("oct8.block", "oct8.block", {{"octopus", name(octopus)}, {"colour", text(find(state, octopus)->head)}});
}

Check check(const State& state, int player, const Swap& move) {
  if (auto found = checkAction(state.turn)) return found;
  if (auto found = checkNotShipped(state, move.a)) return found;
  if (auto found = checkNotShipped(state, move.b)) return found;
  if (auto found = checkOwnInSwap(state, player, move)) return found;
  if (auto found = checkHasArms(state, move.a, move.taken)) return found;
  if (auto found = checkHasArms(state, move.b, move.given)) return found;
  if (auto found = checkBlock(state, player, move.a)) return found;
  if (auto found = checkBlock(state, player, move.b)) return found;
  if (move.taken.cards() != 1 && move.given.cards() != 1) return breach("oct8.swap-one", "oct8.swap-one");
  return checkSums(move.taken.sum(), move.given.sum());
}

Check check(const State& state, int, const Pass&) {
  if (auto found = checkAction(state.turn)) return found;
  if (!state.counted || drawable(state) == 0) return {};
  return breach("oct8.pass", "oct8.pass", {{"cards", text(drawable(state))}});
}

Check check(const State& state, int player, const Chip&) {
  if (auto found = checkPhase(state.turn)) return found;
  if (state.seat(player).chips > 0) return {};
  return breach("oct8.chip", "oct8.chip", {{"player", playerValue(player)}});
}

// The end of the turn.

Check check(const State& state, int player, const Ship& move) {
  if (auto found = checkMustAct(state.turn)) return found;
  if (auto found = checkOnOwnField(state, player, move.octopus)) return found;
  const int onField = state.seat(player).onField();
  if (onField > kFieldLimit) return {};
  return breach("oct8.ship-early", "oct8.ship-early", {{"field", text(onField)}});
}

Check check(const State& state, int player, const Discard& move) {
  if (auto found = checkMustAct(state.turn)) return found;
  const int hand = state.seat(player).hand;
  const int cards = static_cast<int>(move.cards.size());
  if (state.counted && hand <= kHandLimit)
    return breach("oct8.hand-limit", "oct8.hand-limit.few", {{"hand", text(hand)}});
  if (state.counted && hand - cards != kHandLimit)
    return breach("oct8.hand-limit", "oct8.hand-limit.count",
                  {{"hand", text(hand)}, {"cards", text(cards)}, {"due", text(hand - kHandLimit)}});
  Arms read;
  for (const auto& card : move.cards)
    if (card) read.add(*card);
  return checkSupply(state, read);
}

Check check(const State& state, int, const Refill& move) {
  if (auto found = checkMustAct(state.turn)) return found;
  if (state.in(move.slot)) return breach("oct8.refill", "oct8.refill.full", {{"slot", name(move.slot)}});
  if (state.headDeck == 0) return breach("oct8.empty", "oct8.empty.heads");
  return checkSupply(state, move.head);
}

Check checkSlotsFilled(const State& state) {
  if (!state.counted || state.headDeck == 0) return {};
  for (int index = 0; index < kSlots; ++index)
    if (!state.in(Slot{index})) return breach("oct8.refill", "oct8.refill.empty", {{"slot", name(Slot{index})}});
  return {};
}

Check check(const State& state, int player, const EndTurn&) {
  if (auto found = checkMustAct(state.turn)) return found;
  const Seat& seat = state.seat(player);
  if (seat.hand > kHandLimit)
    return breach("oct8.hand-limit", "oct8.hand-limit.end",
                  {{"hand", text(seat.hand)}, {"due", text(seat.hand - kHandLimit)}});
  if (seat.onField() > kFieldLimit)
    return breach("oct8.field-limit", "oct8.field-limit", {{"field", text(seat.onField())}});
  return checkSlotsFilled(state);
}

Check check(const State&, int, const Reveal&) { return {}; }
Check check(const State&, int, const TakePosition&) { return {}; }

}  // namespace

Ruling judgeMove(const State& state, std::optional<int> player, const Move& move) {
  if (std::holds_alternative<Reveal>(move) || std::holds_alternative<TakePosition>(move)) return Ruling::legal();
  const auto toMove = state.over() ? std::nullopt : std::optional(state.turn.player);
  if (const auto outOfTurn = outOfOrder(state.over(), player.value(), toMove)) return *outOfTurn;
  return {std::visit([&](const auto& each) { return check(state, *player, each); }, move), {}};
}

}  // namespace octo::tracker::oct8
