#include "ui/standing/game_standing.h"

namespace octo::ui {
namespace {

Detail colourOf(const Json& seat, const Words& words) {
  const Json& colour = fieldOf(seat, "colour");
  if (!colour.is_string()) return {words.say("colour.hidden")};
  return {words.say("colour", {{"colour", words.word(colour.get<std::string>())}}),
          Face("head:" + colour.get<std::string>())};
}

}  // namespace

void addOct8(Standing& standing, const GameSnapshot& game, const Words& words) {
  const Json& seats = fieldOf(game.table, "players");
  for (int player = 0; player < static_cast<int>(game.header.players.size()); ++player) {
    const Json& seat = partOf(seats, static_cast<std::size_t>(player));
    Side side = sideOf(game, player, words);
    if (seat.is_object()) side.details.push_back(colourOf(seat, words));
    addHand(side, game, player, words);
    if (const auto chips = numberOf(seat, "chips"); chips && *chips > 0)
      side.details.push_back({words.count("chips", *chips)});
    standing.sides.push_back(std::move(side));
  }
  addPile(standing, words.say("arms"), numberOf(game.table, "arm_deck"));
  addPile(standing, words.say("heads"), numberOf(game.table, "head_deck"));
  addPile(standing, words.say("discard"), sizeOfPile(fieldOf(game.table, "discard")));
  addDue(standing, game, words);
}

}  // namespace octo::ui
