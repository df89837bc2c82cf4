#include "tracker/messages/piece_words.h"
#include "ui/standing/game_standing.h"

namespace octo::ui {
namespace {

Detail colourOf(const Json& seat, const Words& words) {
  const Json& colour = fieldOf(seat, "colour");
  if (!colour.is_string()) return {words.say("colour.hidden")};
  return {words.say("colour", {{"colour", words.word(colour.get<std::string>())}}),
          Face("head:" + colour.get<std::string>())};
}

/// What an octopus scores, and why.
Detail octopusOf(const Json& octopus, const Words& words) {
  const Json& head = fieldOf(octopus, "head");
  const bool shipped = fieldOf(octopus, "shipped") == true, doubled = fieldOf(octopus, "bonus") == true;
  const auto number = [&](const char* field) { return std::to_string(numberOf(octopus, field).value_or(0)); };
  const bool covered = fieldOf(octopus, "covered") == true;
  return {words.say(covered   ? "octopus.covered"
                    : doubled ? "octopus.doubled"
                    : shipped ? "octopus.shipped"
                              : "octopus.field",
                    {{"scoring", number("scoring")},
                     {"cards", std::to_string(sizeOfPile(fieldOf(octopus, "arms")).value_or(0))},
                     {"points", number("points")}}),
          head.is_string() ? std::optional(Face("head:" + head.get<std::string>())) : std::nullopt};
}

/// An empty slot that waits for a head is told by name, the rest as in other games.
void addOct8Due(Standing& standing, const GameSnapshot& game, const Words& words) {
  constexpr std::string_view kRefill = "refill-";
  const tracker::PieceWords places(GameId::Oct8, game.header.players, words.language());
  for (const Json& each : fieldOf(game.table, "due")) {
    if (!each.is_string()) continue;
    const std::string due = each.get<std::string>();
    const std::string sentence = due.starts_with(kRefill)
                                     ? words.say("due.refill", {{"slot", places.slot(due.substr(kRefill.size()))}})
                                     : dueSentence(due, words);
    if (!sentence.empty()) standing.due.push_back(sentence);
  }
}

}  // namespace

void addOct8(Standing& standing, const GameSnapshot& game, const Words& words) {
  const Json& seats = fieldOf(game.table, "players");
  for (int player = 0; player < static_cast<int>(game.header.players.size()); ++player) {
    const Json& seat = partOf(seats, static_cast<std::size_t>(player));
    Side side = sideOf(game, player, words);
    side.details.push_back(colourOf(seat, words));
    addHand(side, game, player, words);
    const auto chips = numberOf(seat, "chips");
    if (chips && *chips > 0) side.details.back().text += " · " + words.count("chips", *chips);
    for (const Json& octopus : fieldOf(seat, "octopuses")) side.details.push_back(octopusOf(octopus, words));
    standing.sides.push_back(std::move(side));
  }
  addPile(standing, words.say("arms"), numberOf(game.table, "arm_deck"));
  addPile(standing, words.say("heads"), numberOf(game.table, "head_deck"));
  if (numberOf(game.table, "arm_deck"))  // else nobody counted what lies there
    addPile(standing, words.say("discard"), sizeOfPile(fieldOf(game.table, "discard")));
  addOct8Due(standing, game, words);
}

}  // namespace octo::ui
