// Octagone in a few lines. The starting player lays the White Lady on any box. From then on the players take turns to
// lay a shield on the required box: the first free one that the arrow of the last piece points at (in part 2 the last
// free one if that piece is a joker, and an arrow that points over the board's edge comes in at the opposite side). A
// shield must have the colour of the box's row or be a joker, and its arrow must lead on to a free box while that is
// possible. Who has neither skips. The Lady leaves with the second player's turn. Who holds the fewest shields at the
// end wins, and may lay the Lady back on the board to say so.
//
//   lady   at, facing          the White Lady is laid
//   place  piece, at, facing   a shield is laid
//   position board, turn, hands?   the game goes on from what lies there: people say so, and it is so
//   skip                       neither the colour nor a joker in hand: nobody skips who is known to hold a joker
#include "tracker/octagone/judge.h"

#include <algorithm>

#include "tracker/octagone/score.h"
#include "tracker/referee/common.h"

namespace octo::tracker::octagone {
namespace {

Check checkStartOfLady(const State& state, int player) {
  if (state.ladyHasBeenLaid) return breach("octagone.start", "octagone.start.again");
  if (anyShieldOnBoard(state)) return breach("octagone.start", "octagone.start.late");
  if (player != state.first)
    return breach("octagone.start", "octagone.start.who", {{"first", playerValue(state.first)}});
  return {};
}

Check checkFacingOfLady(const State& state, const LayLady& move) {
  if (state.options.lady == LadyRole::Marks || reached(state, {Director::Kind::Lady, move.at, move.facing})) return {};
  return breach("octagone.facing", "octagone.facing.lady",
                {{"at", move.at.name()}, {"facing", std::string(move.facing.name())}});
}

Check checkLadyFirst(const State& state) {
  if (state.ladyHasBeenLaid) return {};
  return breach("octagone.start", "octagone.start.first", {{"first", playerValue(state.first)}});
}

Check checkSupply(const State& state, int player, Shield shield) {
  if (countOnBoard(state, shield) >= kOfEachShield)
    return breach("octagone.supply", "octagone.supply.all", {{"shield", word(name(shield))}});
  if (state.handsKnown != HandsKnown::Dealt) return {};
  const Hand& hand = state.hands[static_cast<std::size_t>(player)];
  if (shield == Shield::Joker && jokersLeft(state, player).most <= 0)
    return breach("octagone.supply", "octagone.supply.jokers", {{"player", playerValue(player)}});
  if (shield != Shield::Joker && hand.coloured <= 0)
    return breach("octagone.supply", "octagone.supply.coloured", {{"player", playerValue(player)}});
  return {};
}

Check checkOccupied(const State& state, Cell at) {
  const auto& laid = state.on(at);
  if (laid)
    return breach("octagone.occupied", "octagone.occupied.shield",
                  {{"at", at.name()}, {"shield", word(name(laid->shield))}});
  if (state.lady == at && requiredBox(state) != at)
    return breach("octagone.occupied", "octagone.occupied.lady", {{"at", at.name()}});
  return {};
}

Check checkTarget(const State& state, Cell at) {
  const auto required = requiredBox(state);
  if (!required || *required == at) return {};
  return breach("octagone.target", "octagone.target", {{"at", at.name()}, {"required", required->name()}});
}

Check checkColour(const Place& move) {
  if (move.shield == Shield::Joker || move.shield == colourOf(move.at)) return {};
  return breach("octagone.colour", "octagone.colour",
                {{"row", std::to_string(move.at.row() + 1)},
                 {"colour", word(name(colourOf(move.at)))},
                 {"shield", word(name(move.shield))}});
}

Check checkFacing(const State& state, const Place& move) {
  if (reached(state, directorOf(move.shield, move.at, move.facing)) || !someFacingReaches(state, move.at)) return {};
  return breach("octagone.facing", "octagone.facing.shield",
                {{"at", move.at.name()}, {"facing", std::string(move.facing.name())}});
}

Check check(const State& state, int player, const LayLady& move) {
  if (auto found = checkStartOfLady(state, player)) return found;
  return checkFacingOfLady(state, move);
}

Check check(const State& state, int player, const Place& move) {
  if (auto found = checkLadyFirst(state)) return found;
  if (auto found = checkSupply(state, player, move.shield)) return found;
  if (auto found = checkOccupied(state, move.at)) return found;
  if (auto found = checkTarget(state, move.at)) return found;
  if (auto found = checkColour(move)) return found;
  return checkFacing(state, move);
}

Check checkHoldsNoJoker(const State& state, int player) {
  if (state.handsKnown != HandsKnown::Dealt || jokersLeft(state, player).fewest <= 0) return {};
  return breach("octagone.skip", "octagone.skip.joker", {{"player", playerValue(player)}});
}

Check check(const State& state, int player, const Skip&) {
  if (auto found = checkLadyFirst(state)) return found;
  return checkHoldsNoJoker(state, player);
}

Check check(const State&, int, const TakePosition&) { return {}; }

std::vector<Exposure> exposedSkips(const State& state, int player, const Place& move) {
  std::vector<Exposure> exposed;
  for (const MadeSkip& skip : state.skips)
    if (exposes(player, move, skip)) exposed.push_back({"octagone.skip", skip.n});
  return exposed;
}

}  // namespace

/// No shield is ever drawn, so what a player lays was in the hand at every earlier skip.
bool exposes(int player, const Place& move, const MadeSkip& skip) {
  return skip.player == player && (move.shield == Shield::Joker || skip.wanted == move.shield);
}

bool declaresTheEnd(const State& state, int player, const Move& move) {
  if (!state.ending || !std::holds_alternative<LayLady>(move)) return false;
  const std::vector<int> winners = resultOf(state).winners;
  return std::find(winners.begin(), winners.end(), player) != winners.end();
}

Ruling judgeMove(const State& state, std::optional<int> player, const Move& move) {
  if (std::holds_alternative<TakePosition>(move)) return {};
  if (player && declaresTheEnd(state, *player, move)) return {};
  const auto toMove = state.ending ? std::nullopt : std::optional(state.turn);
  if (const auto outOfTurn = outOfOrder(state.ending.has_value(), player, toMove)) return *outOfTurn;
  const int mover = *player;
  if (auto found = std::visit([&](const auto& each) { return check(state, mover, each); }, move))
    return {std::move(found), {}};
  const Place* place = std::get_if<Place>(&move);
  return {{}, place ? exposedSkips(state, mover, *place) : std::vector<Exposure>{}};
}

}  // namespace octo::tracker::octagone
