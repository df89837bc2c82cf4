#include "tracker/octal/apply.h"

#include <algorithm>

#include "tracker/octal/penalty.h"

namespace octo::tracker::octal {
namespace {

/// The discards and what lies covered in the questions go under the deck.
void refill(State& state) {
  state.deck = state.counted ? cardsInDeck(state) : 0;
  state.discards = 0;
  state.strays = 0;
  state.laid.fill(0);
  for (const Question& question : state.questions)
    for (const Card card : {question.top, question.asking}) ++state.laidOf(card);
}

/// An edition of few cards may have none left to draw.
void drawOne(State& state, Seat& seat) {
  if (state.deck == 0) return;
  --state.deck;
  ++seat.hand;
  state.refilled = state.deck <= kRefilledAt;
  if (state.refilled) refill(state);
}

/// One by one; only then a hand that is too large discards, so its discard is none of a refill's cards.
void draw(State& state, Seat& seat, int cards) {
  if (!state.counted) return;
  for (int k = 0; k < cards; ++k) drawOne(state, seat);
  const int tooMany = std::max(0, seat.hand - kFullHand);
  seat.hand -= tooMany;
  state.discards += tooMany;
}

/// Out of the hand and onto a question. A card that an empty hand could not hold came from elsewhere.
void moveCards(State& state, int player, int on, const std::vector<Card>& cards) {
  Seat& seat = state.seat(player);
  const int left = handAfter(seat.hand, static_cast<int>(cards.size()));
  if (state.counted) state.strays += static_cast<int>(cards.size()) - (seat.hand - left);
  seat.hand = left;
  for (const Card card : cards) ++state.laidOf(card);
  seat.laidOn = on;
  state.lastToLay = player;
  for (Seat& each : state.seats) each.passes = 0;
}

/// The first to finish stay so, whatever the table plays afterwards.
void finishIfOut(State& state, int player) {
  if (state.counted && state.seat(player).hand == 0 && inPlay(state, player) && !state.over())
    state.finished.push_back(player);
}

void layCards(State& state, int player, int on, const std::vector<Card>& cards, bool octo) {
  const auto penalty =
      state.counted ? penaltyFor(state.seat(player).hand, static_cast<int>(cards.size()), cards.back().isAll(), octo)
                    : std::nullopt;
  moveCards(state, player, on, cards);
  if (penalty) draw(state, state.seat(player), cardsDrawn(*penalty));
  finishIfOut(state, player);
}

void carryOut(State& state, int player, const Play& move) {
  Question& question = state.question(move.on);
  question = laidOn(question, move.card, move.points);
  layCards(state, player, move.on, {move.card}, move.octo);
  state.turn = nextInPlay(state, player);
}

void carryOut(State& state, int player, const Pass&) {
  Seat& seat = state.seat(player);
  draw(state, seat, 1);
  ++seat.passes;
  state.turn = nextInPlay(state, player);
}

/// An override of no card that stands lays nothing; the turn is gone.
void carryOut(State& state, int player, const Override& move) {
  if (!move.cards.empty()) {
    Question& question = state.question(move.on);
    question = laidOn(question, move.cards.back(), Points::Top);
    layCards(state, player, move.on, move.cards, move.octo);
  }
  state.turn = nextInPlay(state, player);
}

/// Who has laid no card yet has nothing to stack on: the card stays in the hand.
void carryOut(State& state, int player, const Stack& move) {
  const auto on = state.seat(player).laidOn;
  if (!on) return;
  Question& question = state.question(*on);
  question = stackedOn(question, move.card);
  layCards(state, player, *on, {move.card}, move.octo);
  if (!inPlay(state, state.turn)) state.turn = nextInPlay(state, state.turn);
}

/// Where the deck has just been refilled by itself it says so and does nothing more.
void reshuffle(State& state) {
  if (!state.refilled) refill(state);
  state.refilled = false;
}

/// Who has gone out stays so; what was known of hands and deck is no longer known.
void takePosition(State& state, const TakePosition& move) {
  State taken;
  taken.options = state.options;
  taken.finished = state.finished;
  taken.turn = move.turn;
  taken.counted = false;
  taken.seats.resize(state.seats.size());
  for (Seat& seat : taken.seats) seat.hand = 0;
  for (const std::vector<Card>& cards : move.questions) {
    taken.questions.push_back({.top = cards.back(), .asking = cards[cards.size() - 2]});
    for (const Card card : cards) ++taken.laidOf(card);
  }
  state = std::move(taken);
}

}  // namespace

void applyMove(State& state, std::optional<int> player, const Move& move) {
  std::visit(
      [&](const auto& each) {
        if constexpr (std::is_same_v<std::decay_t<decltype(each)>, Reshuffle>)
          reshuffle(state);
        else if constexpr (std::is_same_v<std::decay_t<decltype(each)>, TakePosition>)
          takePosition(state, each);
        else
          carryOut(state, player.value(), each);
      },
      move);
}

}  // namespace octo::tracker::octal
