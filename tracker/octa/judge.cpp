// Octa in a few lines. Two players collect runs: cards of one suit that follow one another, an ace low or
// high. Eight cards lie open in the pot around the middle. A turn has five steps: draw a card; turn an action
// card and, if the two open ones are now of one suit, use its effect or not; lay a new run, or take a line or
// an own run from the pot; swap a card with the pot; discard. Cards may be added to runs at any time of the
// turn. A token on a run on the table gives the right to a line of the pot, a token on a run in the pot
// protects it and gives the right to take it. A run of eight with 28 cards in runs altogether wins.
//
//   draw                         step 1: a card off the stock
//   action    card, onto         step 2: an action card is turned onto one of the two open piles
//   jack      run, card          its effect: a card leaves a run, one of the stock takes its place face down
//   queen     take, fill         its effect: two cards of one suit from the pot
//   king      from, cards        its effect: two cards off the stock, or chosen from the discard pile
//   meld      cards, token       step 3: a new run from the hand
//   take-line line, fill         step 3: three cards of the pot, one of which must be laid at once
//   take-run  take, fill         step 3: the run in the pot under the own token, also the longer one it grew into
//   swap      pot, give, claim   step 4: a card of the hand for one of the pot
//   extend    run, cards         at any time: cards at the ends of a run
//   replace   run, card          at any time: the missing card for the face-down one
//   discard   cards              step 5: ends the turn
//   end-turn                     step 5, with fewer than eight in hand
//   restock                      the stock is used up, or one card short of an effect that takes two: discard pile
//                                and runs of three become the stock
//   reshuffle-actions            the action stack was used up: the turned cards become the stack
//   position  pot, runs, ...     the game goes on from what lies there: people say so, and it is so
#include "tracker/octa/judge.h"

#include <algorithm>
#include <string>

#include "tracker/octa/table.h"
#include "tracker/referee/common.h"

namespace octo::tracker::octa {
namespace {

constexpr int kPair = 2;

std::string number(int n) { return std::to_string(n); }
std::string number(std::size_t n) { return std::to_string(n); }

std::string listed(const std::vector<Card>& cards) {
  std::string text;
  for (const Card card : cards) text += (text.empty() ? "" : " ") + card.name();
  return text;
}

bool inMiddle(const State& state, int player) { return std::holds_alternative<InTheMiddle>(state.token(player)); }

// octa.order

Check checkDuties(const State& state) {
  if (!state.turn.drawn) return breach("octa.order", "octa.order.undrawn");
  if (!state.turn.actionTurned) return breach("octa.order", "octa.order.unturned");
  return {};
}

Check checkOrderOfAction(const State& state) {
  if (!state.turn.drawn) return breach("octa.order", "octa.order.undrawn");
  if (state.turn.actionTurned) return breach("octa.order", "octa.order.turned");
  return {};
}

Check checkOrderOfEffect(const State& state) {
  if (auto found = checkDuties(state)) return found;
  if (state.turn.optionChosen || state.turn.swapped) return breach("octa.order", "octa.order.late");
  if (state.turn.effectUsed) return breach("octa.order", "octa.order.again");
  return {};
}

Check checkOrderOfOption(const State& state) {
  if (auto found = checkDuties(state)) return found;
  if (state.turn.swapped) return breach("octa.order", "octa.order.swapped");
  return {};
}

// What several moves ask

Check checkStock(const State& state, int needed) {
  if (!state.counted || state.stock >= needed) return {};
  return breach("octa.empty", "octa.empty.stock", {{"held", number(state.stock)}, {"needed", number(needed)}});
}

Check checkHand(const State& state, int player, std::size_t needed) {
  if (!state.counted || static_cast<std::size_t>(state.hand(player)) >= needed) return {};
  return breach("octa.hand", "octa.hand",
                {{"player", playerValue(player)}, {"held", number(state.hand(player))}, {"needed", number(needed)}});
}

/// Cards that a move brings to and takes from what lies open.
struct Traffic {
  std::vector<Card> come;
  std::vector<Card> leave;
};

Check checkSupply(const State& state, const std::vector<Card>& fresh, const Traffic& traffic) {
  const auto count = [](const std::vector<Card>& cards, Card card) {
    return static_cast<int>(std::count(cards.begin(), cards.end(), card));
  };
  for (const Card card : fresh)
    if (openCopies(state, card) + count(traffic.come, card) - count(traffic.leave, card) > kCopies)
      return breach("octa.supply", "octa.supply", {{"card", card.name()}});
  return {};
}

Check checkSupply(const State& state, const std::vector<Card>& fresh) { return checkSupply(state, fresh, {fresh, {}}); }

Check checkRunExists(const State& state, int run) {
  if (findRun(state, run)) return {};
  return breach("octa.absent", "octa.absent.run", {{"run", nameOfRun(run)}});
}

Check checkProtected(const State& state, const std::vector<int>& places) {
  for (const int place : places)
    if (const auto protector = protectorOf(state, place))
      return breach("octa.protected", "octa.protected",
                    {{"place", number(place)}, {"player", playerValue(*protector)}});
  return {};
}

Check checkSuits(const std::vector<Card>& cards, Suit suit) {
  for (const Card card : cards)
    if (card.suit() != suit)
      return breach("octa.run-suit", "octa.run-suit", {{"card", card.name()}, {"suit", word(name(suit))}});
  return {};
}

Check checkToken(const State& state, int player) {
  if (inMiddle(state, player)) return {};
  return breach("octa.token-away", "octa.token-away", {{"player", playerValue(player)}});
}

Check checkLineLaid(const State& state) {
  const auto& line = state.turn.line;
  if (!line || line->laid) return {};
  return breach("octa.line-lay", "octa.line-lay", {{"cards", listed(line->cards)}});
}

// Effects

/// Step 2 as far as all effects share it.
Check checkEffect(const State& state, int rank, const char* rankName) {
  if (auto found = checkOrderOfEffect(state)) return found;
  const auto& action = state.turn.action;
  if (!action) return breach("octa.action-rank", "octa.action-rank.none", {{"rank", word(rankName)}});
  if (action->rank() != rank)
    return breach("octa.action-rank", "octa.action-rank", {{"card", action->name()}, {"rank", word(rankName)}});
  const Card a = openAction(state, 0);
  const Card b = openAction(state, 1);
  if (a.suit() != b.suit()) return breach("octa.action-suit", "octa.action-suit", {{"a", a.name()}, {"b", b.name()}});
  return {};
}

Check checkOpenCard(const Run& run, Card card) {
  if (findPlace(run, card, true)) return {};
  return breach("octa.absent", "octa.absent.card", {{"card", card.name()}, {"run", nameOfRun(run.number)}});
}

Check checkOthersStayOpen(const Run& run, Card card) {
  if (run.open > 1) return {};
  return breach("octa.jack-last", "octa.jack-last", {{"card", card.name()}, {"run", nameOfRun(run.number)}});
}

Check checkOneSuit(const State& state, const std::vector<int>& take) {
  for (const int place : take)
    if (!state.pot.at(place)) return breach("octa.queen-suit", "octa.queen-suit.gap", {{"place", number(place)}});
  const Card a = *state.pot.at(take[0]);
  const Card b = *state.pot.at(take[1]);
  if (take[0] == take[1]) return breach("octa.queen-suit", "octa.queen-suit.same", {{"place", number(take[0])}});
  if (a.suit() != b.suit()) return breach("octa.queen-suit", "octa.queen-suit", {{"a", a.name()}, {"b", b.name()}});
  return {};
}

/// Cards that are not known to be in the discard pile may still be among those that were not seen.
Check checkInDiscard(const State& state, const std::vector<Card>& cards) {
  if (mayHoldMore(state)) return {};
  const auto copies = [&](const Discarded& card) {
    return std::count(state.discard.begin(), state.discard.end(), card);
  };
  auto unseen = copies(std::nullopt);
  for (auto card = cards.begin(); card != cards.end(); ++card) {
    const auto askedBefore = std::count(cards.begin(), card, *card);
    if (copies(*card) <= askedBefore && unseen-- == 0)
      return breach("octa.absent", "octa.absent.discard", {{"card", card->name()}});
  }
  return {};
}

// Taking from the pot

/// Of a fill, how many cards come from the discard pile, which goes before the stock.
std::size_t fromDiscard(const State& state, std::size_t fill) { return std::min(state.discard.size(), fill); }

Check checkFill(const State& state, std::size_t gaps, const std::vector<Card>& fill) {
  const std::size_t there = state.discard.size() + static_cast<std::size_t>(state.stock);
  const std::size_t needed = std::min(gaps, there);
  if (state.counted ? fill.size() != needed : fill.size() > gaps)
    return breach("octa.fill", "octa.fill.count", {{"needed", number(needed)}, {"count", number(fill.size())}});
  for (std::size_t k = 0; k < fromDiscard(state, fill.size()); ++k) {
    const Discarded& top = *std::next(state.discard.rbegin(), static_cast<std::ptrdiff_t>(k));
    if (top && *top != fill[k])
      return breach("octa.fill", "octa.fill", {{"card", fill[k].name()}, {"expected", top->name()}});
  }
  return {};
}

/// Only what comes off the stock is new on the table.
Check checkSupplyOfFill(const State& state, const std::vector<Card>& fill, std::vector<Card> leave) {
  const auto known = static_cast<std::ptrdiff_t>(fromDiscard(state, fill.size()));
  for (auto card = state.discard.rbegin(); card != std::next(state.discard.rbegin(), known); ++card)
    if (*card) leave.push_back(**card);
  return checkSupply(state, {fill.begin() + known, fill.end()}, {fill, std::move(leave)});
}

// Step 3

/// One option a turn. One new run that holds a card of the line that was taken is part of that option.
Check checkOneOption(const State& state, const std::vector<Card>& meld = {}) {
  const auto& line = state.turn.line;
  if (!state.turn.optionChosen || (line && !state.turn.melded && line->holdsAnyOf(meld))) return {};
  if (line && state.turn.melded) return breach("octa.one-option", "octa.one-option.second");
  return breach("octa.one-option", line ? "octa.one-option.line" : "octa.one-option");
}

Check checkNewRun(const std::vector<Card>& cards) {
  if (cards.size() < kShortestRun)
    return breach("octa.run-length", "octa.run-length", {{"count", number(cards.size())}});
  if (auto found = checkSuits(cards, cards.front().suit())) return found;
  if (inSuccession(cards)) return {};
  return breach("octa.run-order", "octa.run-order", {{"cards", listed(cards)}});
}

Check checkTokenOnMeld(const State& state, int player) {
  if (state.turn.line) return breach("octa.token-b", "octa.token-b");
  return checkToken(state, player);
}

/// The places under the token, or a run in the pot that holds them all.
Check checkTaken(const State& state, int player, const TakeRun& move) {
  const PotPlaces claimed = claimOf(state, player);
  if (claimed.none()) return breach("octa.no-claim", "octa.no-claim", {{"player", playerValue(player)}});
  if (!move.take) return {};
  const PotPlaces taken = setOf(*move.take);
  const bool each = taken.count() == move.take->size();
  if (each && (taken == claimed || (isRun(state.pot, taken) && (taken & claimed) == claimed))) return {};
  return breach("octa.no-claim", "octa.no-claim.take", {{"player", playerValue(player)}});
}

Check checkOthersClaim(const State& state, int player, const std::vector<int>& places) {
  for (const int place : places)
    if ((claimOf(state, 1 - player) & setOf({place})).any())
      return breach("octa.protected", "octa.protected",
                    {{"place", number(place)}, {"player", playerValue(1 - player)}});
  return {};
}

Check checkTokenFromBefore(const State& state, int player) {
  const auto* token = std::get_if<OnRun>(&state.token(player));
  if (!token) return breach("octa.no-token", "octa.no-token", {{"player", playerValue(player)}});
  if (token->turn == state.turn.number) return breach("octa.no-token", "octa.no-token.now");
  return {};
}

// Step 4

Check checkBeside(const State& state, const Swap& move) {
  if (fitsBeside(state.pot, move.place, move.give)) return {};
  return breach("octa.swap-adjacent", "octa.swap-adjacent",
                {{"card", move.give.name()}, {"place", number(move.place)}});
}

Check checkClaim(const State& state, const Swap& move) {
  const PotPlaces places = setOf(*move.claim);
  Pot pot = state.pot;
  pot.at(move.place) = move.give;
  if (places.count() != move.claim->size() || !isRun(pot, places)) return breach("octa.claim", "octa.claim");
  if ((places & setOf({move.place})).none())
    return breach("octa.claim", "octa.claim.elsewhere", {{"place", number(move.place)}});
  for (const int place : listOf(places))
    if (const auto owner = protectorOf(state, place))
      return breach("octa.claim", "octa.claim.shared", {{"place", number(place)}, {"player", playerValue(*owner)}});
  return {};
}

// Step 5

std::size_t cardsToDiscard(int hand) { return static_cast<std::size_t>(std::max(1, hand - kHand)); }

Check checkDiscardCount(const State& state, int player, std::size_t count) {
  const int hand = state.hand(player);
  if (!state.counted || count == cardsToDiscard(hand)) return {};
  return breach("octa.discard-count", "octa.discard-count",
                {{"hand", number(hand)}, {"needed", number(cardsToDiscard(hand))}, {"count", number(count)}});
}

std::vector<Card> seen(const std::vector<Discarded>& discarded) {
  std::vector<Card> cards;
  for (const Discarded& card : discarded)
    if (card) cards.push_back(*card);
  return cards;
}

// A move at a time, its checks in the order of the rules page

Check check(const State& state, int, const Draw&) {
  if (state.turn.drawn) return breach("octa.order", "octa.order.drawn");
  return checkStock(state, 1);
}

Check check(const State& state, int, const TurnAction& move) {
  if (auto found = checkOrderOfAction(state)) return found;
  if (!state.counted) return {};
  if (state.actionStack == 0) return breach("octa.empty", "octa.empty.actions");
  return checkSupply(state, {move.card});
}

Check check(const State& state, int, const Jack& move) {
  if (auto found = checkEffect(state, Card::kJack, "jack")) return found;
  if (auto found = checkRunExists(state, move.run)) return found;
  const Run& run = *findRun(state, move.run);
  if (auto found = checkOpenCard(run, move.card)) return found;
  if (auto found = checkOthersStayOpen(run, move.card)) return found;
  return checkStock(state, 1);
}

Check check(const State& state, int, const Queen& move) {
  if (auto found = checkEffect(state, Card::kQueen, "queen")) return found;
  if (auto found = checkOneSuit(state, move.take)) return found;
  if (auto found = checkProtected(state, move.take)) return found;
  if (auto found = checkStock(state, kPair)) return found;
  return checkSupply(state, move.fill, {move.fill, cardsOn(state.pot, move.take)});
}

Check check(const State& state, int, const KingFromStock&) {
  if (auto found = checkEffect(state, Card::kKing, "king")) return found;
  return checkStock(state, kPair);
}

Check check(const State& state, int, const KingFromDiscard& move) {
  if (auto found = checkEffect(state, Card::kKing, "king")) return found;
  if (state.discard.size() < move.cards.size() && !mayHoldMore(state))
    return breach("octa.empty", "octa.empty.discard", {{"held", number(state.discard.size())}});
  return checkInDiscard(state, move.cards);
}

Check check(const State& state, int player, const Meld& move) {
  if (auto found = checkOrderOfOption(state)) return found;
  if (auto found = checkOneOption(state, move.cards)) return found;
  if (auto found = checkHand(state, player, move.cards.size())) return found;
  if (auto found = checkNewRun(move.cards)) return found;
  if (auto found = checkSupply(state, move.cards)) return found;
  return move.token ? checkTokenOnMeld(state, player) : Check{};
}

Check check(const State& state, int player, const TakeLine& move) {
  if (auto found = checkOrderOfOption(state)) return found;
  if (auto found = checkOneOption(state)) return found;
  if (auto found = checkTokenFromBefore(state, player)) return found;
  const std::vector<int>& places = placesOf(move.line);
  if (auto found = checkProtected(state, places)) return found;
  if (auto found = checkFill(state, gapsAfterTaking(state.pot, places), move.fill)) return found;
  return checkSupplyOfFill(state, move.fill, cardsOn(state.pot, places));
}

Check check(const State& state, int player, const TakeRun& move) {
  if (auto found = checkOrderOfOption(state)) return found;
  if (auto found = checkOneOption(state)) return found;
  if (auto found = checkTaken(state, player, move)) return found;
  const std::vector<int> places = listOf(takenWithRun(state, player, move));
  if (auto found = checkOthersClaim(state, player, places)) return found;
  if (auto found = checkFill(state, gapsAfterTaking(state.pot, places), move.fill)) return found;
  return checkSupplyOfFill(state, move.fill, {});
}

Check check(const State& state, int player, const Swap& move) {
  if (auto found = checkDuties(state)) return found;
  if (state.turn.swapped) return breach("octa.swap-once", "octa.swap-once");
  if (auto found = checkLineLaid(state)) return found;
  if (auto found = checkHand(state, player, 1)) return found;
  if (auto found = checkProtected(state, {move.place})) return found;
  if (auto found = checkSupply(state, {move.give}, {{move.give}, cardsOn(state.pot, {move.place})})) return found;
  if (auto found = checkBeside(state, move)) return found;
  if (!move.claim) return {};
  if (auto found = checkToken(state, player)) return found;
  return checkClaim(state, move);
}

Check check(const State& state, int player, const Extend& move) {
  if (auto found = checkRunExists(state, move.run)) return found;
  const Run& run = *findRun(state, move.run);
  if (state.options.extendable == Options::Extendable::Own && run.owner != player)
    return breach("octa.extend", "octa.extend", {{"run", nameOfRun(run.number)}, {"owner", playerValue(run.owner)}});
  if (auto found = checkHand(state, player, move.cards.size())) return found;
  if (auto found = checkSuits(move.cards, run.suit)) return found;
  if (!atTheEnds(run, move.cards))
    return breach("octa.run-order", "octa.run-order.ends",
                  {{"cards", listed(move.cards)}, {"run", nameOfRun(run.number)}});
  return checkSupply(state, move.cards);
}

Check check(const State& state, int player, const Replace& move) {
  if (auto found = checkRunExists(state, move.run)) return found;
  const Run& run = *findRun(state, move.run);
  if (!hasClosedPlace(run)) return breach("octa.absent", "octa.absent.closed", {{"run", nameOfRun(run.number)}});
  if (auto found = checkHand(state, player, 1)) return found;
  if (!findPlace(run, move.card, false))
    return breach("octa.replace", "octa.replace", {{"card", move.card.name()}, {"run", nameOfRun(run.number)}});
  return checkSupply(state, {move.card});
}

Check check(const State& state, int player, const Discard& move) {
  if (auto found = checkDuties(state)) return found;
  if (auto found = checkLineLaid(state)) return found;
  if (auto found = checkHand(state, player, move.cards.size())) return found;
  if (auto found = checkDiscardCount(state, player, move.cards.size())) return found;
  return checkSupply(state, seen(move.cards));
}

Check check(const State& state, int player, const EndTurn&) {
  if (auto found = checkDuties(state)) return found;
  if (auto found = checkLineLaid(state)) return found;
  if (!state.counted || state.hand(player) < kHand) return {};
  return breach("octa.discard-required", "octa.discard-required",
                {{"player", playerValue(player)}, {"hand", number(state.hand(player))}});
}

/// The effect of a king or queen, which takes two cards off the stock, is allowed as far as order, rank and suit go.
bool twoAreDue(const State& state) {
  return !checkEffect(state, Card::kKing, "king") || !checkEffect(state, Card::kQueen, "queen");
}

Check check(const State& state, int, const Restock&) {
  if (!state.counted) return {};
  if (state.stock > (twoAreDue(state) ? kPair - 1 : 0))
    return breach("octa.restock", "octa.restock.early", {{"held", number(state.stock)}});
  if (state.restocked) return breach("octa.restock", "octa.restock.again");
  return {};
}

Check check(const State& state, int, const ReshuffleActions&) {
  if (!state.counted || state.actionStack == 0) return {};
  return breach("octa.reshuffle-actions", "octa.reshuffle-actions", {{"held", number(state.actionStack)}});
}

Check check(const State&, int, const TakePosition&) { return {}; }

}  // namespace

Ruling judgeMove(const State& state, std::optional<int> player, const Move& move) {
  if (std::holds_alternative<TakePosition>(move)) return Ruling::legal();
  const std::optional<int> toMove = state.turn.player;
  if (auto outOfTurn = outOfOrder(state.ending.has_value(), isNobodys(move) ? toMove : player, toMove))
    return std::move(*outOfTurn);
  return {std::visit([&](const auto& each) { return check(state, *toMove, each); }, move), {}};
}

}  // namespace octo::tracker::octa
