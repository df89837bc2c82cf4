#pragma once

#include <string>
#include <utility>
#include <vector>

#include "tests/tracker/matches.h"
#include "tracker/referee/match.h"

/// Short games for tests, written as records are.
namespace octo::tracker::oct8 {

inline Json setup(Json heads = {"red", "green", "blue"}, std::string discard = "red:1") {
  return {{"heads", std::move(heads)}, {"discard", std::move(discard)}};
}

inline GameHeader header(int players = 2, Json options = Json::object(), Json table = setup()) {
  static const std::vector<std::string> kNames{"Ann", "Ben", "Cas", "Dia"};
  return {.game = GameId::Oct8,
          .players = {kNames.begin(), kNames.begin() + players},
          .options = std::move(options),
          .setup = std::move(table)};
}

inline Event doing(int player, std::string action, Json fields = Json::object()) {
  return {.player = player, .action = std::move(action), .fields = std::move(fields)};
}

inline Event turnDraw(int player, std::string card, std::string to) {
  return doing(player, "turn-draw", {{"card", card}, {"to", to}});
}
/// A turn draw that nobody saw, to the hand. It stands where a slot takes any card (`oct8.must-attach`): so a test can
/// begin a turn and leave the middle as it is.
inline Event toHand(int player) {
  Event event = turnDraw(player, "?", "hand");
  event.stands = true;
  return event;
}
inline Event draw(int player, Json from = {"deck", "deck"}) { return doing(player, "draw", {{"from", from}}); }
inline Event attach(int player, Json cards, std::string to) {
  return doing(player, "attach", {{"cards", cards}, {"to", to}});
}
inline Event swapHand(int player, std::string octopus, Json give, std::string take) {
  return doing(player, "swap-hand", {{"octopus", octopus}, {"give", give}, {"take", take}});
}
inline Event swap(int player, std::string a, Json taken, std::string b, Json given) {
  return doing(player, "swap", {{"a", a}, {"take", taken}, {"b", b}, {"for", given}});
}
inline Event pass(int player) { return doing(player, "pass"); }
inline Event chip(int player) { return doing(player, "chip"); }
inline Event ship(int player, std::string octopus) { return doing(player, "ship", {{"octopus", octopus}}); }
inline Event discard(int player, Json cards) { return doing(player, "discard", {{"cards", cards}}); }
inline Event refill(int player, std::string slot, std::string head) {
  return doing(player, "refill", {{"slot", slot}, {"head", head}});
}
inline Event endTurn(int player) { return doing(player, "end-turn"); }
inline Event reveal(int player, std::string colour) { return doing(player, "reveal", {{"colour", colour}}); }

/// The rule that the event breaks in the match, "" if none.
inline std::string ruleOf(const Match& match, const Event& event) { return match.judge(event).rule; }

inline Json player(const Match& match, int number) {
  return match.describe().at("players").at(static_cast<std::size_t>(number));
}

}  // namespace octo::tracker::oct8
