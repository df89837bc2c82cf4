#include "tracker/octagone/move.h"

#include <algorithm>

#include "tracker/referee/common.h"

namespace octo::tracker::octagone {
namespace {

Cell boxOf(const Event& event) {
  const auto box = parseBox(textField(event.fields, "at"));
  if (!box) throw Malformed("\"at\" must be a box of the board, a1 to g6");
  return *box;
}

Facing facingOf(const Event& event) {
  const auto facing = Facing::parse(textField(event.fields, "facing"));
  if (!facing) throw Malformed("\"facing\" must be one of N, NE, E, SE, S, SW, W, NW");
  return *facing;
}

Shield shieldOf(const Event& event) {
  const auto shield = parseShield(textField(event.fields, "piece"));
  if (!shield) throw Malformed("\"piece\" must be red, orange, yellow, green, blue, purple or joker");
  return *shield;
}

bool isCount(const Json& value, std::size_t below) { return value.is_number_integer() && value >= 0 && value < below; }

std::optional<std::vector<int>> handsOf(const Event& event, const GameHeader& header) {
  if (!event.fields.contains("hands")) return std::nullopt;
  const Json& hands = event.fields["hands"];
  const bool fits = hands.is_array() && hands.size() == header.players.size() &&
                    std::all_of(hands.begin(), hands.end(), [](const Json& each) { return isCount(each, kBoxes + 1); });
  if (!fits) throw Malformed("\"hands\" must be a list with the number of shields that each player has left");
  return hands.get<std::vector<int>>();
}

TakePosition positionOf(const Event& event, const GameHeader& header) {
  if (event.player) throw Malformed("a position is laid by nobody: no \"player\" was expected");
  TakePosition position{{}, turnOf(event, header), handsOf(event, header)};
  const Json& board = field(event.fields, "board");
  if (!board.is_object()) throw Malformed("\"board\" must be an object with what lies in which box");
  for (const auto& [name, laid] : board.items()) {
    const auto box = parseBox(name);
    if (!box || !laid.is_object())
      throw Malformed("\"board\" must have boxes a1 to g6, each with a piece and a facing");
    Event shield{.player = std::nullopt, .action = "place", .fields = laid};
    position.board[static_cast<std::size_t>(indexOf(*box))] = LaidShield{shieldOf(shield), facingOf(shield)};
  }
  return position;
}

void write(Event& event, const LayLady& lady) {
  event.action = "lady";
  event.fields = {{"at", lady.at.name()}, {"facing", lady.facing.name()}};
}

void write(Event& event, const Place& place) {
  event.action = "place";
  event.fields = {{"piece", name(place.shield)}, {"at", place.at.name()}, {"facing", place.facing.name()}};
}

void write(Event& event, const Skip&) { event.action = "skip"; }

void write(Event& event, const TakePosition& position) {
  event.player.reset();
  event.action = "position";
  event.fields = {{"turn", position.turn}, {"board", Json::object()}};
  for (const Cell box : boxes())
    if (const auto& laid = position.board[static_cast<std::size_t>(indexOf(box))])
      event.fields["board"][box.name()] = {{"piece", name(laid->shield)}, {"facing", laid->facing.name()}};
  if (position.hands) event.fields["hands"] = *position.hands;
}

}  // namespace

Move parseMove(const Event& event, const GameHeader& header) {
  if (event.action == "position") return positionOf(event, header);
  (void)playerOf(event, header);
  if (event.action == "lady") return LayLady{boxOf(event), facingOf(event)};
  if (event.action == "place") return Place{shieldOf(event), boxOf(event), facingOf(event)};
  if (event.action == "skip") return Skip{};
  throw Malformed("\"do\" must be lady, place, skip or position");
}

Event toEvent(std::optional<int> player, const Move& move) {
  Event event;
  event.player = player;
  std::visit([&](const auto& each) { write(event, each); }, move);
  return event;
}

}  // namespace octo::tracker::octagone
