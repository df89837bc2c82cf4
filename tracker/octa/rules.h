#pragma once

#include "tracker/octa/move.h"
#include "tracker/octa/state.h"
#include "tracker/referee/rules.h"

namespace octo::tracker::octa {

/// Octa as the referee sees it. What the moves are is told at the head of `judge.cpp`.
struct Rules {
  using State = octa::State;
  using Move = octa::Move;
  static constexpr GameId id = GameId::Octa;

  static State start(const GameHeader& header);
  static Move parse(const Event& event, const GameHeader& header);
  static Ruling judge(const State& state, std::optional<int> player, const Move& move, int n);
  static void apply(State& state, std::optional<int> player, const Move& move, int n);
  static Result result(const State& state);
  static std::optional<int> toMove(const State& state);
  static std::vector<MoveShape> options(const State& state);
  static Json describe(const State& state);
};

}  // namespace octo::tracker::octa
