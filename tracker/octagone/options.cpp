#include "tracker/octagone/options.h"

#include "tracker/octagone/judge.h"

namespace octo::tracker::octagone {
namespace {

/// The moves worth asking about; `judgeMove` has the last word.
std::vector<Cell> placesToAskAbout(const State& state) {
  const auto required = requiredBox(state);
  return required ? std::vector{*required} : boxes();
}

void addIfLegal(std::vector<MoveShape>& moves, const State& state, const Move& move, std::string action, Json fields) {
  if (!judgeMove(state, state.turn, move).breach) moves.push_back({std::move(action), state.turn, std::move(fields)});
}

void addLadies(std::vector<MoveShape>& moves, const State& state) {
  for (const Cell at : boxes())
    for (int eighth = 0; eighth < Facing::kCount; ++eighth) {
      const Facing facing = Facing::eighth(eighth);
      addIfLegal(moves, state, LayLady{at, facing}, "lady", {{"at", at.name()}, {"facing", facing.name()}});
    }
}

void addPlaces(std::vector<MoveShape>& moves, const State& state) {
  for (const Cell at : placesToAskAbout(state))
    for (const Shield shield : {colourOf(at), Shield::Joker})
      for (int eighth = 0; eighth < Facing::kCount; ++eighth) {
        const Facing facing = Facing::eighth(eighth);
        addIfLegal(moves, state, Place{shield, at, facing}, "place",
                   {{"piece", name(shield)}, {"at", at.name()}, {"facing", facing.name()}});
      }
}

}  // namespace

std::vector<MoveShape> legalMoves(const State& state) {
  std::vector<MoveShape> moves;
  if (state.ending) return moves;
  if (!state.ladyHasBeenLaid) {
    addLadies(moves, state);
    return moves;
  }
  addPlaces(moves, state);
  addIfLegal(moves, state, Skip{}, "skip", Json::object());
  return moves;
}

}  // namespace octo::tracker::octagone
