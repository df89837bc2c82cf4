#pragma once

#include "tracker/octagone/move.h"
#include "tracker/octagone/state.h"
#include "tracker/referee/rules.h"

namespace octo::tracker::octagone {

/// Octagone as the referee sees it. What the moves are is told at the head of `judge.cpp`.
struct Rules {
  using State = octagone::State;
  using Move = octagone::Move;
  static constexpr GameId id = GameId::Octagone;

  static State start(const GameHeader& header);
  static Move parse(const Event& event, const GameHeader& header);
  static Ruling judge(const State& state, std::optional<int> player, const Move& move, int n);
  static void apply(State& state, std::optional<int> player, const Move& move, int n);
  static Result result(const State& state);
  static std::optional<int> toMove(const State& state);
  static std::vector<MoveShape> options(const State& state);
  static Json describe(const State& state);
};

}  // namespace octo::tracker::octagone
