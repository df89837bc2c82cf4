#include <algorithm>
#include <array>

#include "ui/history/move_text.h"
#include "ui/standing/game_standing.h"

namespace octo::ui {
namespace {

/// The colours of the rows from the top (rules page), and with the jokers all that is laid.
constexpr std::array kRows{"red", "orange", "yellow", "green", "blue", "purple"};
constexpr int kOfEachShield = 6;

/// How many shields a player has left: "10", or "10 or 11" where the extra joker's holder is not known.
std::string shieldsOf(const GameSnapshot& game, int player, const Words& words) {
  const Json& hand = partOf(fieldOf(game.table, "hands"), static_cast<std::size_t>(player));
  const Json& jokers = fieldOf(hand, "jokers");
  const auto coloured = numberOf(hand, "coloured");
  const Json &fewest = partOf(jokers, 0), &most = partOf(jokers, 1);
  if (coloured && fewest.is_number_integer() && most.is_number_integer())
    return words.say("either", {{"low", std::to_string(*coloured + fewest.get<int>())},
                                {"high", std::to_string(*coloured + most.get<int>())}});
  const auto left = handOf(game, player);
  return left ? std::to_string(*left) : "–";
}

/// The pair of a player and the one opposite: what both have left decides.
Side pairOf(const GameSnapshot& game, int player, const Words& words) {
  const int other = player + 2;
  const int sum = scoreOf(game, player).value_or(0) + scoreOf(game, other).value_or(0);
  Side side;
  side.figure = std::to_string(sum);
  side.unit = words.say(sum == 1 ? "pair.one" : "pair.many");
  side.won = game.result.over && isOneOf(game.result.winners, player);
  for (const int each : {player, other}) {
    const bool moves = !game.result.over && game.toMove == each;
    const std::string shields = shieldsOf(game, each, words);
    side.details.push_back(
        {words.say("share", {{"player", playerName(game.header, each)}, {"n", shields}}), std::nullopt, moves, true});
    side.toMove = side.toMove || moves;
  }
  return side;
}

void addLaid(Standing& standing, const GameSnapshot& game) {
  const Json& board = fieldOf(game.table, "board");
  if (!board.is_object()) return;
  std::vector<std::string> kinds(kRows.begin(), kRows.end());
  kinds.emplace_back("joker");
  for (const std::string& kind : kinds) {
    const auto laid =
        std::count_if(board.begin(), board.end(), [&](const Json& p) { return fieldOf(p, "piece") == kind; });
    standing.table.push_back({"", std::to_string(laid) + "/" + std::to_string(kOfEachShield), Face("shield:" + kind)});
  }
}

bool ladyWasLaid(const GameSnapshot& game) {
  const auto end = game.events.begin() + std::min<std::ptrdiff_t>(game.played, std::ssize(game.events));
  return std::any_of(game.events.begin(), end,
                     [](const TrackedEvent& each) { return each.event.action == "lady" && each.verdict.applied; });
}

std::string nextShield(const GameSnapshot& game, const Words& words) {
  const Json& required = fieldOf(game.table, "required");
  const auto cell = required.is_string() ? Cell::parse(required.get<std::string>()) : std::nullopt;
  if (!cell) return words.say("due.anywhere");
  const auto row = static_cast<std::size_t>(cell->row());
  return words.say("due.place", {{"at", cell->name()}, {"colour", words.word(row < kRows.size() ? kRows[row] : "")}});
}

}  // namespace

void addOctagone(Standing& standing, const GameSnapshot& game, const Words& words) {
  const auto players = static_cast<int>(game.header.players.size());
  if (players == 4)
    for (const int player : {0, 1}) standing.sides.push_back(pairOf(game, player, words));
  else
    for (int player = 0; player < players; ++player) standing.sides.push_back(sideOf(game, player, words));
  addLaid(standing, game);
  if (game.table.is_object())
    standing.due.push_back(ladyWasLaid(game) ? nextShield(game, words) : words.say("due.lady"));
}

}  // namespace octo::ui
