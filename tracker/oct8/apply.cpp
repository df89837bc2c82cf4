#include "tracker/oct8/apply.h"

#include <algorithm>
#include <numeric>
#include <type_traits>

#include "tracker/oct8/pieces.h"

namespace octo::tracker::oct8 {
namespace {

// The pieces.

void take(State& state, int player, Slot slot) {
  Seat& seat = state.seat(player);
  seat.taken.push_back({std::move(*state.in(slot)), false});
  state.in(slot).reset();
  ++seat.chips;
}

/// At exactly 8 arms a shared octopus goes at once to whoever acted.
void takeWholeOnes(State& state, int player) {
  for (int index = 0; index < kSlots; ++index) {
    const auto& octopus = state.in(Slot{index});
    if (octopus && octopus->arms.sum() == kWhole) take(state, player, Slot{index});
  }
}

void openUp(State& state, Arm card) { ++state.open.arms[card.index()]; }

void openUp(State& state, const Arms& cards) {
  for (const Arm face : Arm::all()) state.open.arms[face.index()] += cards.count(face);
}

/// Cards come from a hand: what is laid is seen, so it lies there also if the hand was counted smaller.
void takeFromHand(Seat& seat, int cards) { seat.hand = std::max(0, seat.hand - cards); }

void movePieces(State& state, int player, const TurnDraw& move) {
  if (state.armDeck == 0) return;
  if (!move.to) {
    --state.armDeck;
    ++state.seat(player).hand;
    return;
  }
  auto& octopus = state.in(*move.to);
  if (!octopus) return;
  --state.armDeck;
  octopus->arms.add(*move.card);
  openUp(state, *move.card);
}

void drawFromDiscard(State& state, Seat& seat) {
  if (state.discard.empty()) return;
  ++seat.hand;
  if (discardsUnknown(state)) return;
  if (const auto top = state.discard.back()) --state.open.arms[top->index()];
  state.discard.pop_back();
}

void movePieces(State& state, int player, const Draw& move) {
  Seat& seat = state.seat(player);
  const int offDeck = std::min(move.deck, state.armDeck);
  state.armDeck -= offDeck;
  seat.hand += offDeck;
  for (int card = 0; card < move.discard; ++card) drawFromDiscard(state, seat);
}

void movePieces(State& state, int player, const Attach& move) {
  auto& octopus = state.in(move.to);
  if (!octopus) return;
  takeFromHand(state.seat(player), move.cards.cards());
  octopus->arms.add(move.cards);
  openUp(state, move.cards);
}

void movePieces(State& state, int player, const SwapHand& move) {
  Octopus* octopus = find(state, move.octopus);
  if (!octopus) return;
  const Arms taken = octopus->arms.remove(Arms({move.take}));
  octopus->arms.add(move.give);
  openUp(state, move.give);
  if (taken.cards() > 0) --state.open.arms[move.take.index()];
  takeFromHand(state.seat(player), move.give.cards());
  state.seat(player).hand += taken.cards();
}

void movePieces(State& state, int, const Swap& move) {
  Octopus* a = find(state, move.a);
  Octopus* b = find(state, move.b);
  if (!a || !b || a == b) return;
  const Arms fromA = a->arms.remove(move.taken);
  const Arms fromB = b->arms.remove(move.given);
  a->arms.add(fromB);
  b->arms.add(fromA);
}

void movePieces(State&, int, const Pass&) {}

void movePieces(State& state, int player, const Chip&) {
  int& chips = state.seat(player).chips;
  chips = std::max(0, chips - 1);
}

void movePieces(State& state, int, const Ship& move) {
  if (TakenOctopus* taken = findTaken(state, move.octopus)) taken->shipped = true;
}

void movePieces(State& state, int player, const Discard& move) {
  takeFromHand(state.seat(player), static_cast<int>(move.cards.size()));
  for (const auto& card : move.cards) {
    state.discard.push_back(card);
    if (card) openUp(state, *card);
  }
}

void movePieces(State& state, int, const Refill& move) {
  if (state.in(move.slot) || state.headDeck == 0) return;
  --state.headDeck;
  state.in(move.slot) = Octopus{move.head, {}};
  ++state.open.heads[static_cast<std::size_t>(move.head)];
}

void movePieces(State&, int, const EndTurn&) {}

void movePieces(State& state, int player, const Reveal& move) { state.seat(player).colour = move.colour; }

// A position.

void countOpenFaces(State& state) {
  const auto add = [&](const Octopus& octopus) {
    ++state.open.heads[static_cast<std::size_t>(octopus.head)];
    openUp(state, octopus.arms);
  };
  for (const auto& octopus : state.shared)
    if (octopus) add(*octopus);
  for (const Seat& seat : state.seats)
    for (const TakenOctopus& taken : seat.taken) add(taken.octopus);
  for (const auto& card : state.discard)
    if (card) openUp(state, *card);
}

/// Of a shipped octopus that covers its arms they are known where the game has shipped such a one: it lies as it was.
TakenOctopus shippedOne(const TakePosition::Shipped& lying, std::vector<TakenOctopus>& before) {
  const auto same = std::find_if(before.begin(), before.end(), [&](const TakenOctopus& each) {
    return each.shipped && each.octopus.head == lying.head && (!lying.arms || each.octopus.arms == *lying.arms);
  });
  if (same == before.end()) return {{lying.head, lying.arms.value_or(Arms())}, true, lying.arms.has_value()};
  TakenOctopus known = *same;
  before.erase(same);
  return lying.arms ? TakenOctopus{{lying.head, *lying.arms}, true} : known;
}

/// Who told an octopus colour has told it; what was known of hands and decks is no longer known.
void takePosition(State& state, const TakePosition& move) {
  State taken;
  taken.options = state.options;
  taken.counted = false;
  taken.turn.player = move.turn;
  taken.shared = move.shared;
  taken.discard = move.discard;
  if (!taken.discard.empty() && taken.discard.front()) taken.discard.insert(taken.discard.begin(), std::nullopt);
  for (std::size_t player = 0; player < state.seats.size(); ++player) {
    Seat& seat = taken.seats.emplace_back();
    seat.hand = 0;
    seat.chips = move.chips[player];
    seat.colour = state.seats[player].colour;
    for (const Octopus& octopus : move.fields[player]) seat.taken.push_back({octopus});
    for (const auto& each : move.shipped[player]) seat.taken.push_back(shippedOne(each, state.seats[player].taken));
  }
  countOpenFaces(taken);
  const int heads = std::accumulate(taken.open.heads.begin(), taken.open.heads.end(), taken.players());
  const int arms = std::accumulate(taken.open.arms.begin(), taken.open.arms.end(), 0);
  taken.headDeck = std::max(1, allHeads(taken) - heads);
  taken.armDeck = std::max(1, pieceList().allArms() - arms);
  state = std::move(taken);
}

// The turn.

template <class M>
constexpr bool kIsAction = std::is_same_v<M, Draw> || std::is_same_v<M, Attach> || std::is_same_v<M, SwapHand> ||
                           std::is_same_v<M, Swap> || std::is_same_v<M, Pass>;

template <class M>
constexpr bool kEndsActing = std::is_same_v<M, Ship> || std::is_same_v<M, Discard> || std::is_same_v<M, Refill>;

void spendAction(Turn& turn) {
  turn.acted = true;
  turn.actions = std::max(0, turn.actions - 1);
}

void passTurnOn(State& state) {
  state.turn = Turn{.player = (state.turn.player + 1) % state.players(), .deckHeld = state.armDeck > 0};
  if (state.turnsLeft) --*state.turnsLeft;
}

template <class M>
void moveTurnOn(State& state, const M&) {
  if constexpr (std::is_same_v<M, TurnDraw>) state.turn.drawn = true;
  if constexpr (kIsAction<M>) spendAction(state.turn);
  if constexpr (std::is_same_v<M, Chip>) ++state.turn.actions;
  if constexpr (kEndsActing<M>) state.turn.ending = true;
  if constexpr (std::is_same_v<M, EndTurn>) passTurnOn(state);
}

/// A deck that has run out leaves the turn in progress and one of every other player.
void noticeEmptyDecks(State& state) {
  if (!state.turnsLeft && (state.headDeck == 0 || state.armDeck == 0)) state.turnsLeft = state.players();
}

void makeMove(State& state, int player, const Move& move) {
  std::visit(
      [&](const auto& each) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(each)>, TakePosition>) movePieces(state, player, each);
      },
      move);
  takeWholeOnes(state, player);
  noticeEmptyDecks(state);
  if (!state.over() && player == state.turn.player)
    std::visit([&](const auto& each) { moveTurnOn(state, each); }, move);
}

}  // namespace

void applyMove(State& state, std::optional<int> player, const Move& move) {
  if (const auto* position = std::get_if<TakePosition>(&move))
    takePosition(state, *position);
  else
    makeMove(state, player.value(), move);
}

}  // namespace octo::tracker::oct8
