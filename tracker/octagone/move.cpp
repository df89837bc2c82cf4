#include "tracker/octagone/move.h"

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

}  // namespace

Move parseMove(const Event& event, const GameHeader& header) {
  (void)playerOf(event, header);
  if (event.action == "lady") return LayLady{boxOf(event), facingOf(event)};
  if (event.action == "place") return Place{shieldOf(event), boxOf(event), facingOf(event)};
  if (event.action == "skip") return Skip{};
  throw Malformed("\"do\" must be lady, place or skip");
}

}  // namespace octo::tracker::octagone
