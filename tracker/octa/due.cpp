#include "tracker/octa/due.h"

#include <algorithm>

#include "tracker/octa/options.h"

namespace octo::tracker::octa {
namespace {

bool offers(const std::vector<MoveShape>& moves, std::string_view action) {
  return std::any_of(moves.begin(), moves.end(), [&](const MoveShape& move) { return move.action == action; });
}

/// The discard is offered with the one number of cards that is right.
std::optional<std::string> discardOf(const std::vector<MoveShape>& moves) {
  for (const MoveShape& move : moves)
    if (move.action == "discard") return "discard-" + move.fields["cards"]["count"].dump();
  return std::nullopt;
}

bool mustLayOfLine(const State& state) { return state.turn.line && !state.turn.line->laid; }

}  // namespace

std::vector<std::string> whatIsDue(const State& state) {
  if (state.ending) return {};
  const std::vector<MoveShape> moves = legalMoves(state);
  std::vector<std::string> due;
  for (const char* duty : {"restock", "reshuffle-actions"})
    if (state.counted && offers(moves, duty)) due.emplace_back(duty);
  for (const char* duty : {"draw", "action"})
    if (offers(moves, duty)) due.emplace_back(duty);
  if (offers(moves, "jack") || offers(moves, "queen") || offers(moves, "king")) due.emplace_back("effect");
  if (mustLayOfLine(state)) due.emplace_back("line-lay");
  if (const auto discard = discardOf(moves); discard && state.counted) due.push_back(*discard);
  if (offers(moves, "end-turn")) due.emplace_back("end-turn");
  if (state.counted && state.restocked && state.stock == 0) due.emplace_back("last-round");
  return due;
}

}  // namespace octo::tracker::octa
