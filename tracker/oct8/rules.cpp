#include "tracker/oct8/rules.h"

#include "tracker/oct8/apply.h"
#include "tracker/oct8/describe.h"
#include "tracker/oct8/judge.h"
#include "tracker/oct8/options.h"
#include "tracker/oct8/score.h"

namespace octo::tracker::oct8 {

static_assert(GameRules<Rules>);

State Rules::start(const GameHeader& header) { return startState(header); }
Move Rules::parse(const Event& event, const GameHeader& header) { return parseMove(event, header); }
Ruling Rules::judge(const State& state, std::optional<int> player, const Move& move, int) {
  return judgeMove(state, player, move);
}
void Rules::apply(State& state, std::optional<int> player, const Move& move, int) { applyMove(state, player, move); }
Result Rules::result(const State& state) { return resultOf(state); }
std::optional<int> Rules::toMove(const State& state) {
  return state.over() ? std::nullopt : std::optional(state.turn.player);
}
std::vector<MoveShape> Rules::options(const State& state) { return legalMoves(state); }
Json Rules::describe(const State& state) { return describeState(state); }

}  // namespace octo::tracker::oct8
