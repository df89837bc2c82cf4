#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/tracker/matches.h"
#include "tracker/octal/card.h"
#include "tracker/referee/match.h"

/// Short games for tests, written as records are.
namespace octo::tracker::octal {

/// The card of the print edition; its arrow follows from value and condition.
inline std::string card(int value, Condition condition) {
  const Arrow arrow = (value + static_cast<int>(condition)) % 2 == 0 ? Arrow::Both : Arrow::Up;
  return Card::number(value, condition, arrow).name();
}

inline std::string greater(int value) { return card(value, Condition::Greater); }
inline std::string less(int value) { return card(value, Condition::Less); }
inline std::string equal(int value) { return card(value, Condition::Equal); }
inline std::string different(int value) { return card(value, Condition::Different); }
inline std::string multiple(int value) { return card(value, Condition::Multiple); }
inline std::string divisor(int value) { return card(value, Condition::Divisor); }
inline const std::string kAll = "all";

inline Json question(const std::string& under, const std::string& over) { return {{"under", under}, {"over", over}}; }

/// Question 0 asks for more than 4, question 1 for another value than 6.
inline GameHeader header(int players = 3, Json options = Json::object(), int first = 0) {
  static const std::vector<std::string> kNames{"Ann", "Ben", "Cas", "Dia", "Eva", "Flo"};
  GameHeader head{.game = GameId::Octal,
                  .players = {kNames.begin(), kNames.begin() + players},
                  .first = first,
                  .options = std::move(options)};
  head.setup["questions"] = Json::array({question(greater(1), less(4)), question(different(2), equal(6))});
  if (head.options.value("mode", "twin") == "single") head.setup["questions"].erase(1);
  return head;
}

/// A single game whose question asks `under` of `over`.
inline GameHeader asking(const std::string& under, const std::string& over) {
  GameHeader head = header(3, {{"mode", "single"}});
  head.setup["questions"] = Json::array({question(under, over)});
  return head;
}

inline Event play(int player, const std::string& face, int on = 0) {
  return {.player = player, .action = "play", .fields = {{"card", face}, {"on", on}}};
}
inline Event below(Event event) {
  event.fields["points"] = "below";
  return event;
}
inline Event calling(Event event) {
  event.fields["octo"] = true;
  return event;
}
inline Event pass(int player) { return {.player = player, .action = "pass"}; }
inline Event overriding(int player, const std::vector<std::string>& faces, int on = 0) {
  return {.player = player, .action = "override", .fields = {{"cards", faces}, {"on", on}}};
}
inline Event stack(int player, const std::string& face) {
  return {.player = player, .action = "stack", .fields = {{"card", face}}};
}
inline Event reshuffle() { return {.player = std::nullopt, .action = "reshuffle"}; }

/// Everyone passes once, from the player in turn on.
inline void passRound(Match& match, int players = 3) {
  for (int k = 0; k < players; ++k) match.play(pass(match.toMove().value()));
}

/// Lays cards that answer question 0 (with a Greater in force, values rise) until the player has so many
/// left; the others pass. Counts are what matters: breaches stand.
inline void playDownTo(Match& match, int player, int hand) {
  static const std::vector<std::string> kCards{greater(2), greater(3), greater(5), greater(6), greater(7), greater(8)};
  std::size_t next = 0;
  while (match.result().hands[static_cast<std::size_t>(player)] > hand)
    match.play(match.toMove() == player ? standing(calling(play(player, kCards.at(next++)))) : pass(*match.toMove()));
}

/// The rule broken by the event, "" where it is legal.
inline std::string ruleOf(const Match& match, const Event& event) { return match.judge(event).rule; }

inline Json questionOf(const Match& match, std::size_t on = 0) { return match.describe()["questions"][on]; }
inline int handOf(const Match& match, int player) { return match.result().hands[static_cast<std::size_t>(player)]; }

}  // namespace octo::tracker::octal
