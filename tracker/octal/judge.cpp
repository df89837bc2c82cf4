// The OCTAL in a few lines. Each question is a pile of cards: its top card has a value, and a condition is in
// force, that of a card below (greater, less, equal, different, multiple, divisor). In turn players lay a
// card whose value meets the condition of a question, or draw one. The arrow of the card laid says which
// condition is in force next: the former top card's, or with a double arrow the one that was in force. An
// `all` lies on anything and leaves the question open: any number card may lie exactly on it. Who has five
// cards may lay up to four on one question at once. Who has one card left calls "Octo". Who first has none
// left wins; an `all` must not be the last.
//
//   play      card, on, points, octo   a card is laid on a question
//   pass                               a card is drawn
//   override  cards, on, octo          two to four cards of a hand of five are laid at once
//   stack     card, octo               all have passed twice: the last card is topped up by who laid it
//   reshuffle                          the deck was refilled, as it is by itself when one card is left
//   position  questions, turn          the game goes on from what lies there: people say so, and it is so
#include "tracker/octal/judge.h"

#include <algorithm>

#include "tracker/octal/penalty.h"
#include "tracker/octal/pieces.h"
#include "tracker/referee/common.h"

namespace octo::tracker::octal {
namespace {

Check checkSupply(const State& state, const Card* first, const Card* last) {
  for (const Card* card = first; card != last; ++card) {
    const int laid = state.laidOf(*card) + static_cast<int>(std::count(first, card + 1, *card));
    if (laid <= copies(*card)) continue;
    if (!state.counted && copies(*card) > 0) continue;  // the deck may have been refilled meanwhile
    if (copies(*card) == 0) return breach("octal.supply", "octal.supply.unknown", {{"card", card->name()}});
    return breach("octal.supply", "octal.supply.all",
                  {{"card", card->name()}, {"copies", std::to_string(copies(*card))}});
  }
  return {};
}

Check checkSupply(const State& state, Card card) { return checkSupply(state, &card, &card + 1); }

Check checkAllOnAll(const Question& question, Card card) {
  if (!question.open() || !card.isAll()) return {};
  return breach("octal.all-on-all", "octal.all-on-all");
}

/// Beyond 8 and below 1 the values go on at the other end; those sentences say so.
std::string conditionKey(const Question& question) {
  const Condition condition = question.asking.condition();
  const bool wraps = (condition == Condition::Greater && question.top.value() == kHighest) ||
                     (condition == Condition::Less && question.top.value() == kLowest);
  return "octal.condition." + std::string(name(condition)) + (wraps ? ".round" : "");
}

Check checkCondition(const Question& question, Card card) {
  if (answers(question, card)) return {};
  return Breach{"octal.condition",
                {conditionKey(question),
                 {{"value", std::to_string(card.value())}, {"top", std::to_string(question.top.value())}}}};
}

Check checkArrow(const Question& question, const Play& move) {
  if (question.open() || move.card.isAll() || move.card.arrow() == Arrow::Both || move.points == Points::Top) return {};
  return breach("octal.arrow", "octal.arrow", {{"card", move.card.name()}});
}

Check checkPenalty(const State& state, int player, int cardsLaid, bool lastIsAll, bool octo) {
  if (!state.counted) return {};
  const auto penalty = penaltyFor(state.seat(player).hand, cardsLaid, lastIsAll, octo);
  if (!penalty) return {};
  const char* const rule = *penalty == Penalty::AllLast ? "octal.all-last" : "octal.octo";
  return Breach{rule, {rule, {{"player", playerValue(player)}, {"draws", std::to_string(cardsDrawn(*penalty))}}}, true};
}

Check checkOverrideHand(const State& state, int player) {
  const int hand = state.seat(player).hand;
  if (hand == kFullHand || !state.counted) return {};
  return breach("octal.override-hand", "octal.override-hand",
                {{"player", playerValue(player)}, {"hand", std::to_string(hand)}});
}

Check checkOverrideCount(const Override& move) {
  const auto count = static_cast<int>(move.cards.size());
  if (count >= kFewestInOverride && count <= kMostInOverride) return {};
  return breach("octal.override-count", "octal.override-count", {{"count", std::to_string(count)}});
}

int rankOf(Card card) { return card.isAll() ? kHighest + 1 : card.value(); }

std::string valueName(Card card) { return card.isAll() ? "ALL" : std::to_string(card.value()); }

Check checkOverrideOrder(const Override& move) {
  const auto rises = [](Card before, Card after) { return rankOf(after) > rankOf(before); };
  const auto found = std::adjacent_find(move.cards.begin(), move.cards.end(), rises);
  if (found == move.cards.end()) return {};
  return breach("octal.override-order", "octal.override-order",
                {{"before", valueName(*found)}, {"after", valueName(*(found + 1))}});
}

Check checkStack(const State& state, int player) {
  if (!state.lastToLay) return breach("octal.stack", "octal.stack.nothing");
  if (!twoRoundsPassed(state)) return breach("octal.stack", "octal.stack.early");
  const int last = *state.lastToLay;
  if (!inPlay(state, last)) return breach("octal.stack", "octal.stack.out", {{"last", playerValue(last)}});
  if (player != last) return breach("octal.stack", "octal.stack.who", {{"last", playerValue(last)}});
  return {};
}

Check check(const State& state, int player, const Play& move) {
  const Question& question = state.question(move.on);
  if (auto found = checkSupply(state, move.card)) return found;
  if (auto found = checkAllOnAll(question, move.card)) return found;
  if (auto found = checkCondition(question, move.card)) return found;
  if (auto found = checkArrow(question, move)) return found;
  return checkPenalty(state, player, 1, move.card.isAll(), move.octo);
}

Check check(const State&, int, const Pass&) { return {}; }

/// The deck is refilled by itself; said at another time it is wrong.
Check checkReshuffle(const State& state) {
  if (state.refilled || !state.counted) return {};
  return breach("octal.reshuffle", "octal.reshuffle", {{"deck", std::to_string(state.deck)}});
}

/// Every card is held against the question as it was before the first was laid.
Check check(const State& state, int player, const Override& move) {
  const Question& question = state.question(move.on);
  if (auto found = checkOverrideHand(state, player)) return found;
  if (auto found = checkOverrideCount(move)) return found;
  if (auto found = checkSupply(state, move.cards.data(), move.cards.data() + move.cards.size())) return found;
  if (auto found = checkOverrideOrder(move)) return found;
  for (const Card card : move.cards)
    if (auto found = checkAllOnAll(question, card)) return found;
  for (const Card card : move.cards)
    if (auto found = checkCondition(question, card)) return found;
  return checkPenalty(state, player, static_cast<int>(move.cards.size()), move.cards.back().isAll(), move.octo);
}

Check check(const State& state, int player, const Stack& move) {
  if (auto found = checkStack(state, player)) return found;
  if (auto found = checkSupply(state, move.card)) return found;
  return checkPenalty(state, player, 1, move.card.isAll(), move.octo);
}

/// Play, pass and override are a turn; a stack is out of turn and a reshuffle nobody's.
bool isTurn(const Move& move) {
  return !std::holds_alternative<Stack>(move) && !std::holds_alternative<Reshuffle>(move);
}

}  // namespace

Ruling judgeMove(const State& state, std::optional<int> player, const Move& move) {
  if (std::holds_alternative<TakePosition>(move)) return Ruling::legal();
  const auto awaited = isTurn(move) ? toMove(state) : player;
  if (const auto outOfTurn = outOfOrder(state.over(), player, awaited)) return *outOfTurn;
  const auto found = std::visit(
      [&](const auto& each) -> Check {
        using M = std::decay_t<decltype(each)>;
        if constexpr (std::is_same_v<M, Reshuffle>)
          return checkReshuffle(state);
        else if constexpr (std::is_same_v<M, TakePosition>)
          return {};
        else
          return check(state, *player, each);
      },
      move);
  return {found, {}};
}

}  // namespace octo::tracker::octal
