#include "tracker/octagone/apply.h"

#include <algorithm>

#include "tracker/octagone/judge.h"

namespace octo::tracker::octagone {
namespace {

void layLady(State& state, const LayLady& move) {
  state.lady = move.at;
  state.ladyHasBeenLaid = true;
  state.director = Director{Director::Kind::Lady, move.at, move.facing};
}

void layShield(State& state, int player, const Place& move) {
  auto& top = state.board[static_cast<std::size_t>(indexOf(move.at))];
  if (top) state.covered.push_back(top->shield);
  top = LaidShield{move.shield, move.facing};
  takeFromHand(state, player, move.shield);
  state.lady.reset();
  state.director = directorOf(move.shield, move.at, move.facing);
  state.skipped.assign(state.skipped.size(), false);
}

std::optional<Shield> wantedColour(const State& state) {
  const auto required = requiredBox(state);
  return required ? std::optional(colourOf(*required)) : std::nullopt;
}

std::optional<Ending> endingAfterPlacing(const State& state, Cell at) {
  if (somebodyIsOut(state)) return Ending::Out;
  if (!someFacingReaches(state, at)) return Ending::Closed;
  return std::nullopt;
}

std::optional<Ending> endingAfterSkipping(const State& state) {
  const bool allSkipped = std::all_of(state.skipped.begin(), state.skipped.end(), [](bool each) { return each; });
  return allSkipped ? std::optional(Ending::Stuck) : std::nullopt;
}

/// The first ending stays, also where the table plays on.
void endIf(State& state, std::optional<Ending> ending) {
  if (!state.ending) state.ending = ending;
}

void carryOut(State& state, int, const LayLady& move, int) { layLady(state, move); }

/// A skip that was proved wrong tells nothing of the hand any more.
void carryOut(State& state, int player, const Place& move, int) {
  std::erase_if(state.skips, [&](const MadeSkip& skip) { return exposes(player, move, skip); });
  layShield(state, player, move);
  endIf(state, endingAfterPlacing(state, move.at));
}

void carryOut(State& state, int player, const Skip& move, int n) {
  if (!judgeMove(state, player, move).breach) {
    state.skips.push_back({n, player, wantedColour(state)});
    state.skipped[static_cast<std::size_t>(player)] = true;
  }
  state.lady.reset();
  endIf(state, endingAfterSkipping(state));
}

/// What was known of the game before is no longer known.
void carryOut(State& state, int, const TakePosition& move, int) {
  State taken;
  taken.options = state.options;
  taken.players = state.players;
  taken.first = state.first;
  taken.board = move.board;
  taken.ladyHasBeenLaid = true;
  taken.handsKnown = move.hands ? HandsKnown::Counted : HandsKnown::Open;
  for (std::size_t player = 0; player < static_cast<std::size_t>(state.players); ++player)
    taken.hands.push_back({move.hands ? (*move.hands)[player] : 0, 0});
  // Whoever has the extra jokers is part of what nobody knows; their number is in the counts.
  if (state.players == 4) taken.extraJoker = {0, 1};
  taken.skipped.assign(static_cast<std::size_t>(state.players), false);
  taken.turn = move.turn;
  state = std::move(taken);
}

}  // namespace

void applyMove(State& state, int player, const Move& move, int n) {
  if (const auto* position = std::get_if<TakePosition>(&move)) return carryOut(state, player, *position, n);
  if (declaresTheEnd(state, player, move)) return;
  std::visit([&](const auto& each) { carryOut(state, player, each, n); }, move);
  state.turn = (player + 1) % state.players;
}

}  // namespace octo::tracker::octagone
