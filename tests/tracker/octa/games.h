#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "tracker/referee/match.h"

/// Short games for tests, written as records are.
namespace octo::tracker::octa {

using Cards = std::vector<std::string>;
using Places = std::vector<int>;

/// The pot of the rulebook's examples, around corners:
///     AC 3H 4H
///     4D ·  6S
///     8D 2S 6H
inline const Cards kPot{"AC", "3H", "4H", "4D", "6S", "8D", "2S", "6H"};

inline GameHeader header(Json options = Json::object(), Cards pot = kPot, Cards actions = {"KS", "QH"}) {
  return {.game = GameId::Octa,
          .players = {"Ann", "Ben"},
          .options = std::move(options),
          .setup = {{"pot", pot}, {"actions", actions}}};
}

/// Nothing has been done yet.
inline const Match kStart(header());

inline Event event(int player, std::string action, Json fields = Json::object()) {
  return {.player = player, .action = std::move(action), .fields = std::move(fields)};
}

inline Event draw(int player) { return event(player, "draw"); }
inline Event action(int player, std::string card, int onto) {
  return event(player, "action", {{"card", card}, {"onto", onto}});
}
inline Event jack(int player, std::string run, std::string card) {
  return event(player, "jack", {{"run", run}, {"card", card}});
}
inline Event queen(int player, Places take, Cards fill) {
  return event(player, "queen", {{"take", take}, {"fill", fill}});
}
inline Event kingFromStock(int player) { return event(player, "king", {{"from", "stock"}}); }
inline Event king(int player, Cards cards) { return event(player, "king", {{"from", "discard"}, {"cards", cards}}); }
inline Event meld(int player, Cards cards, bool token = false) {
  return event(player, "meld", {{"cards", cards}, {"token", token}});
}
inline Event takeLine(int player, std::string line, Cards fill) {
  return event(player, "take-line", {{"line", line}, {"fill", fill}});
}
inline Event takeRun(int player, Cards fill) { return event(player, "take-run", {{"fill", fill}}); }
inline Event swap(int player, int place, std::string give) {
  return event(player, "swap", {{"pot", place}, {"give", give}});
}
inline Event swap(int player, int place, std::string give, Places claim) {
  return event(player, "swap", {{"pot", place}, {"give", give}, {"claim", claim}});
}
inline Event extend(int player, std::string run, Cards cards) {
  return event(player, "extend", {{"run", run}, {"cards", cards}});
}
inline Event replace(int player, std::string run, std::string card) {
  return event(player, "replace", {{"run", run}, {"card", card}});
}
inline Event discard(int player, Cards cards) { return event(player, "discard", {{"cards", cards}}); }
inline Event endTurn(int player) { return event(player, "end-turn"); }
inline Event nobodys(std::string action) { return {.player = {}, .action = std::move(action)}; }
inline Event restock() { return nobodys("restock"); }
inline Event reshuffle() { return nobodys("reshuffle-actions"); }

inline Event standing(Event each) {
  each.stands = true;
  return each;
}

/// Plays events that must all change the state; throws naming the first that does not.
inline Match after(Match match, const std::vector<Event>& events) {
  for (const Event& each : events)
    if (const Verdict verdict = match.play(each); !verdict.applied)
      throw std::logic_error(each.toJson().dump() + ": " + verdict.rule + ", " + verdict.because);
  return match;
}

/// The rule broken by the event, "" where it is legal.
inline std::string ruleOf(const Match& match, const Event& each) { return match.judge(each).rule; }

/// The duties of a turn, with an action card that changes nothing: suits of the open ones stay apart.
inline std::vector<Event> duties(int player) { return {draw(player), standing(action(player, "KS", 0))}; }

/// A turn that lays nothing.
inline std::vector<Event> idleTurn(int player) {
  auto events = duties(player);
  events.push_back(standing(event(player, "discard", {{"cards", {"?"}}})));
  return events;
}

inline std::vector<Event> operator+(std::vector<Event> a, const std::vector<Event>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

inline std::vector<Event> operator+(std::vector<Event> a, const Event& b) { return std::move(a) + std::vector{b}; }

inline std::vector<Event> operator+(Event a, const std::vector<Event>& b) { return std::vector{std::move(a)} + b; }

/// So many idle turns, Ann's first; action cards are reshuffled where their stack is empty.
inline Match afterIdleTurns(Match match, int turns) {
  for (int k = 0; k < turns; ++k) {
    if (match.describe()["action_stack"] == 0) match.play(reshuffle());
    const int player = match.toMove().value();
    match = after(std::move(match), idleTurn(player));
  }
  return match;
}

inline int stockOf(const Match& match) { return match.describe()["stock"].get<int>(); }
inline int handOf(const Match& match, int player) { return match.result().hands[static_cast<std::size_t>(player)]; }
inline Json placesOf(const Match& match, const std::string& run) { return match.describe()["runs"][run]["places"]; }
inline Json tokenOf(const Match& match, int player) {
  return match.describe()["tokens"][static_cast<std::size_t>(player)];
}

}  // namespace octo::tracker::octa
