#include <algorithm>

#include "ui/standing/game_standing.h"

namespace octo::ui {
namespace {

/// The most open cards in one run of the player.
int longestRun(const Json& runs, int player) {
  int longest = 0;
  for (const Json& run : runs) {
    if (numberOf(run, "owner") != player) continue;
    const Json& places = fieldOf(run, "places");
    const auto open = std::count_if(places.begin(), places.end(), [](const Json& card) { return card != "back"; });
    longest = std::max(longest, static_cast<int>(open));
  }
  return longest;
}

/// What the action card that was turned over last may do; nothing where none was.
std::optional<std::string> effectOf(const GameSnapshot& game, const Words& words) {
  const auto end = game.events.begin() + std::min<std::ptrdiff_t>(game.played, std::ssize(game.events));
  const auto last = std::find_if(std::make_reverse_iterator(end), game.events.rend(), [](const TrackedEvent& each) {
    return each.event.action == "action" && each.verdict.applied;
  });
  if (last == game.events.rend()) return std::nullopt;
  const Json& card = fieldOf(last->event.fields, "card");
  const std::string name = card.is_string() ? card.get<std::string>() : "";
  for (const auto& [rank, key] : {std::pair('J', "jack"), std::pair('Q', "queen"), std::pair('K', "king")})
    if (name.starts_with(rank)) return words.say(std::string("due.effect.") + key);
  return std::nullopt;
}

void addOctaDue(Standing& standing, const GameSnapshot& game, const Words& words) {
  const Json& due = fieldOf(game.table, "due");
  if (std::find(due.begin(), due.end(), "effect") != due.end())
    if (const auto effect = effectOf(game, words)) standing.due.push_back(*effect);
  addDue(standing, game, words);
}

}  // namespace

void addOcta(Standing& standing, const GameSnapshot& game, const Words& words) {
  const Json& runs = fieldOf(game.table, "runs");
  for (int player = 0; player < static_cast<int>(game.header.players.size()); ++player) {
    Side side = sideOf(game, player, words);
    if (runs.is_object())
      side.details.push_back({words.say("longest", {{"n", std::to_string(longestRun(runs, player))}})});
    addHand(side, game, player, words);
    standing.sides.push_back(std::move(side));
  }
  addPile(standing, words.say("stock"), numberOf(game.table, "stock"));
  if (numberOf(game.table, "stock"))  // else nobody counted what lies there
    addPile(standing, words.say("discard"), sizeOfPile(fieldOf(game.table, "discard")));
  addPile(standing, words.say("actions"), numberOf(game.table, "action_stack"));
  addPile(standing, words.say("aside"), numberOf(game.table, "aside"));
  addOctaDue(standing, game, words);
}

}  // namespace octo::ui
