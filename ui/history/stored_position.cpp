#include "ui/history/stored_position.h"

#include <algorithm>

#include "tracker/referee/match.h"

namespace octo::ui {
namespace {

std::optional<std::string> text(const Json& object, const char* field) {
  const auto found = object.find(field);
  if (found == object.end() || !found->is_string()) return std::nullopt;
  return found->get<std::string>();
}

/// A piece of a described board: {"e2": {"piece": "green", "facing": "S"}}.
std::optional<tracker::AgreedPiece> pieceFrom(const std::string& box, const Json& piece) {
  const auto cell = Cell::parse(box);
  const auto face = text(piece, "piece"), facing = text(piece, "facing");
  const auto direction = facing ? Facing::parse(*facing) : std::nullopt;
  if (!cell || !face || !direction) return std::nullopt;
  return tracker::AgreedPiece{Face("shield:" + *face), *cell, *direction};
}

/// The White Lady lies where the described state says; her facing is that of the event that laid her.
std::optional<tracker::AgreedPiece> ladyFrom(const Json& state, const db::StoredGame& game, int played) {
  const auto box = text(state, "lady");
  const auto cell = box ? Cell::parse(*box) : std::nullopt;
  if (!cell) return std::nullopt;
  Facing facing = Facing::N;
  for (int i = 0; i < played; ++i) {
    const Event& event = game.events[static_cast<std::size_t>(i)].event;
    if (event.action != "lady") continue;
    if (const auto named = text(event.fields, "facing")) facing = Facing::parse(*named).value_or(facing);
  }
  return tracker::AgreedPiece{Face("shield:lady"), *cell, facing};
}

void describePieces(const Json& state, const db::StoredGame& game, GameSnapshot& snapshot) {
  if (const auto board = state.find("board"); board != state.end() && board->is_object())
    for (const auto& [box, piece] : board->items())
      if (auto laid = pieceFrom(box, piece)) snapshot.agreed.push_back(*laid);
  if (auto lady = ladyFrom(state, game, snapshot.played)) snapshot.agreed.push_back(*lady);
  if (const auto box = text(state, "required")) snapshot.required = Cell::parse(*box);
}

Layout layoutOf(const GameHeader& header) {
  try {
    return tracker::seededLayout(header.game, static_cast<int>(header.players.size()));
  } catch (const Malformed&) {
    return {};  // A game without a layout is shown by its moves.
  }
}

std::vector<tracker::LyingPiece> lyingIn(const GameSnapshot& snapshot) {
  std::vector<Event> events;
  for (int i = 0; i < snapshot.played; ++i) events.push_back(snapshot.events[static_cast<std::size_t>(i)].event);
  try {
    return tracker::lyingAfter(snapshot.header, snapshot.layout, events);
  } catch (const Malformed&) {
    return {};  // A game that cannot be followed, or on a table without its zones, is shown by its moves.
  }
}

}  // namespace

GameSnapshot positionAfter(const db::StoredGame& game, int played) {
  GameSnapshot snapshot;
  snapshot.id = game.summary.id;
  snapshot.header = game.summary.header;
  snapshot.events = game.events;
  snapshot.played = std::clamp(played, 0, static_cast<int>(game.events.size()));
  snapshot.layout = layoutOf(game.summary.header);
  tracker::Match match(game.summary.header);
  for (int i = 0; i < snapshot.played; ++i) match.play(game.events[static_cast<std::size_t>(i)].event);
  snapshot.result = match.result();
  snapshot.toMove = match.toMove();
  snapshot.table = match.describe();
  describePieces(snapshot.table, game, snapshot);
  snapshot.lying = lyingIn(snapshot);
  return snapshot;
}

}  // namespace octo::ui
