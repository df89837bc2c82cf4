#include "tracker/octal/rules.h"

#include "tracker/octal/apply.h"
#include "tracker/octal/describe.h"
#include "tracker/octal/judge.h"
#include "tracker/octal/options.h"
#include "tracker/octal/score.h"

namespace octo::tracker::octal {

static_assert(GameRules<Rules>);

State Rules::start(const GameHeader& header) { return startState(header); }
Move Rules::parse(const Event& event, const GameHeader& header) { return parseMove(event, header); }
Ruling Rules::judge(const State& state, std::optional<int> player, const Move& move, int) {
  return judgeMove(state, player, move);
}
void Rules::apply(State& state, std::optional<int> player, const Move& move, int) { applyMove(state, player, move); }
Result Rules::result(const State& state) { return resultOf(state); }
std::optional<int> Rules::toMove(const State& state) { return octal::toMove(state); }
std::vector<MoveShape> Rules::options(const State& state) { return legalMoves(state); }
Json Rules::describe(const State& state) { return describeState(state); }

}  // namespace octo::tracker::octal
