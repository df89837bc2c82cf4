#include "ui/standing/sayings.h"

#include <algorithm>

#include "ui/history/move_text.h"
#include "ui/standing/move_words.h"

namespace octo::ui {
namespace {

bool isDraw(const Json& from, const std::vector<std::string>& piles) { return from == Json(piles); }

/// Whether the shape is a move that leaves no trace of its own, and which one.
std::optional<Event> unseen(const tracker::MoveShape& shape) {
  const auto event = [&](Json fields = Json::object()) {
    return Event{.player = shape.player, .action = shape.action, .fields = std::move(fields)};
  };
  if (shape.action == "pass" || shape.action == "skip" || shape.action == "restock") return event();
  if (shape.action == "turn-draw" && shape.fields.value("to", "") == "hand")
    return event({{"card", "?"}, {"to", "hand"}});
  if (shape.action == "king" && shape.fields.value("from", Json()) == "stock") return event({{"from", "stock"}});
  if (shape.action != "draw") return std::nullopt;
  if (!shape.fields.contains("from")) return event();
  const Json& from = shape.fields["from"];
  const bool offDeck = std::find(from.begin(), from.end(), "deck") != from.end();
  return offDeck ? std::optional(event({{"from", from}})) : std::nullopt;
}

/// The key of the sentence; empty where the move list's words do.
std::string keyOf(GameId game, const Event& event) {
  if (event.action == "turn-draw" && event.fields.value("to", "") == "hand") return "say.turn-draw";
  if (event.action == "king" && event.fields.value("from", Json()) == "stock") return "say.king";
  if (event.action == "skip" || event.action == "restock") return "say." + event.action;
  if (event.action == "pass") return game == GameId::Octal ? "say.pass-draw" : "say.pass";
  if (event.action != "draw") return {};
  if (!event.fields.contains("from")) return "say.draw";
  const Json& from = event.fields["from"];
  if (isDraw(from, {"deck"})) return "say.draw";
  if (isDraw(from, {"deck", "deck"})) return "say.draw-two";
  if (isDraw(from, {"deck", "discard"})) return "say.draw-both";
  return {};
}

bool laysCards(const Event& event) {
  return event.action == "play" || event.action == "override" || event.action == "stack";
}

/// Whether it matters that "Octo!" was called with that event: it was, or the penalty for it was paid.
bool calledFor(const TrackedEvent& event) {
  return laysCards(event.event) && !event.event.takenBack &&
         (event.event.fields.value("octo", false) || event.verdict.rule == "octal.octo");
}

Offer octoOffer(const GameSnapshot& game, const TrackedEvent& event, const Words& words) {
  const bool called = !event.event.fields.value("octo", false);
  const Event said{.player = event.event.player, .action = "octo", .fields = {{"called", called}}};
  return {words.say(called ? "say.octo" : "say.no-octo",
                    {{"player", playerName(game.header, event.event.player.value_or(0))}}),
          Say{said}};
}

Request correctTo(int n, std::optional<Event> event) {
  return CorrectBox{{.cell = Cell::at(0, 0), .face = {}, .facing = {}, .n = n, .event = std::move(event)}};
}

/// The game before that event.
tracker::Match matchBefore(const GameSnapshot& game, int n) {
  tracker::Match match(game.header);
  for (const TrackedEvent& each : game.events)
    if (each.n < n) match.play(each.event);
  return match;
}

/// With open hands everybody sees whether a skip was in order: it is asked about while it is doubtful.
void askAboutSkip(std::vector<Offer>& offers, const GameSnapshot& game, const Words& words) {
  constexpr double kDoubtful = 0.9;
  constexpr std::size_t kRecent = 3;
  if (game.header.options.value("hands", Json()) != "open") return;
  for (std::size_t back = 1; back <= std::min(kRecent, game.events.size()); ++back) {
    const TrackedEvent& each = game.events[game.events.size() - back];
    if (each.event.action != "skip" || !each.inferred || each.confidence >= kDoubtful) continue;
    const std::string who = playerName(game.header, each.event.player.value_or(0));
    offers.push_back({words.say("say.had-one", {{"player", who}}), correctTo(each.n, {})});
    offers.push_back({words.say("say.had-none", {{"player", who}}), correctTo(each.n, plainly(each.event))});
    return;
  }
}

/// Ends of turns belong to whoever had the turn.
bool mayBeAnothers(const Event& event) {
  return event.player && event.action != "end-turn" && event.action != "reveal";
}

}  // namespace

std::vector<Event> unseenMoves(const tracker::Match& match) {
  std::vector<Event> moves;
  for (const tracker::MoveShape& shape : match.options())
    if (auto event = unseen(shape); event && match.judge(*event).legal) moves.push_back(std::move(*event));
  return moves;
}

std::string sentenceOf(const GameHeader& header, const Event& event, const Words& words) {
  const std::string who = event.player ? playerName(header, *event.player) : "";
  const std::string key = keyOf(words.game(), event);
  if (!key.empty()) return words.say(key, {{"player", who}});
  return MoveWords(header, words.language()).sentence(event);
}

std::vector<Offer> sayings(const GameSnapshot& game, const Words& words) {
  std::vector<Offer> offers;
  const auto last = std::find_if(game.events.rbegin(), game.events.rend(),
                                 [](const TrackedEvent& each) { return laysCards(each.event); });
  if (game.header.game == GameId::Octal && last != game.events.rend() && calledFor(*last))
    offers.push_back(octoOffer(game, *last, words));
  if (game.result.over) return offers;
  askAboutSkip(offers, game, words);
  for (const Event& event : game.unseen) offers.push_back({sentenceOf(game.header, event, words), Say{event}});
  return offers;
}

std::vector<Offer> otherwise(const GameSnapshot& game, int n, const Words& words) {
  if (n < 1 || n > static_cast<int>(game.events.size())) return {};
  const TrackedEvent& tracked = game.events[static_cast<std::size_t>(n) - 1];
  const Event event = plainly(tracked.event);
  std::vector<Offer> offers{{words.say("say.nothing"), correctTo(n, {})}};
  if (calledFor(tracked)) {
    Event other = event;
    const bool called = !event.fields.value("octo", false);
    other.fields.erase("octo");
    if (called) other.fields["octo"] = true;
    offers.push_back({octoOffer(game, tracked, words).text, correctTo(n, other)});
  }
  const std::vector<Event> moves = unseenMoves(matchBefore(game, n));
  const bool wasUnseen = tracked.inferred || !keyOf(game.header.game, event).empty();
  if (wasUnseen)
    for (const Event& each : moves)
      if (each != event) offers.push_back({sentenceOf(game.header, each, words), correctTo(n, each)});
  if (!mayBeAnothers(event)) return offers;
  for (int player = 0; player < static_cast<int>(game.header.players.size()); ++player) {
    if (player == event.player) continue;
    Event other = event;
    other.player = player;
    offers.push_back({words.say("say.somebody", {{"player", playerName(game.header, player)}}), correctTo(n, other)});
  }
  return offers;
}

std::vector<int> toReveal(const GameSnapshot& game, const std::set<int>& notShown) {
  std::vector<int> players;
  if (!game.result.over) return players;
  for (const int player : game.result.unrevealed)
    if (!notShown.contains(player)) players.push_back(player);
  return players;
}

GameSnapshot withoutWinner(GameSnapshot game, std::vector<int> asked) {
  game.result.over = false;
  game.result.winners.clear();
  game.toMove.reset();
  game.closing = std::move(asked);
  return game;
}

}  // namespace octo::ui
