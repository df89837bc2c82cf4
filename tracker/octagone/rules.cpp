#include "tracker/octagone/rules.h"

#include "tracker/octagone/apply.h"
#include "tracker/octagone/describe.h"
#include "tracker/octagone/judge.h"
#include "tracker/octagone/options.h"
#include "tracker/octagone/score.h"

namespace octo::tracker::octagone {

static_assert(GameRules<Rules>);

State Rules::start(const GameHeader& header) { return startState(header); }
Move Rules::parse(const Event& event, const GameHeader& header) { return parseMove(event, header); }
Ruling Rules::judge(const State& state, std::optional<int> player, const Move& move, int) {
  return judgeMove(state, player, move);
}
void Rules::apply(State& state, std::optional<int> player, const Move& move, int n) {
  applyMove(state, player.value_or(0), move, n);
}
Result Rules::result(const State& state) { return resultOf(state); }
std::optional<int> Rules::toMove(const State& state) { return state.ending ? std::nullopt : std::optional(state.turn); }
std::vector<MoveShape> Rules::options(const State& state) { return legalMoves(state); }
Json Rules::describe(const State& state) { return describeState(state); }

}  // namespace octo::tracker::octagone
