#include "tracker/octal/tally.h"

#include <string>

#include "tracker/tally/counting.h"

namespace octo::tracker::octal {
namespace {

/// The player whose turn marker's place is nearest; -1 without such places.
int nearestPlayer(const Layout& layout, int players, TablePoint at) {
  int nearest = -1;
  double least = 1e9;
  for (int player = 0; player < players; ++player) {
    const Zone* zone = layout.zone(zoneOf(player, "turn"));
    if (zone == nullptr) continue;
    const double away = distance(zone->area.middle(), at);
    if (away < least) least = away, nearest = player;
  }
  return nearest;
}

}  // namespace

Tally tally(const GameHeader& header, const Layout& layout, const std::vector<SeenPiece>& pieces) {
  const int players = static_cast<int>(header.players.size());
  std::vector<std::vector<Face>> hands(header.players.size());
  for (const SeenPiece& piece : pieces) {
    const Zone* zone = zoneAt(layout, piece.pose.at);
    const bool inHand = zone == nullptr || zone->name.ends_with(".turn");
    const int player = inHand ? nearestPlayer(layout, players, piece.pose.at) : -1;
    if (player >= 0) hands[static_cast<std::size_t>(player)].push_back(piece.face());
  }
  Tally tally;
  for (const auto& hand : hands) {
    tally.result.hands.push_back(static_cast<int>(hand.size()));
    tally.counted.push_back({{"cards", hand.size()}, {"hand", textsOf(hand)}});
  }
  tally.result.scores = tally.result.hands;
  tally.result.winners = best(tally.result.scores, false);
  return tally;
}

}  // namespace octo::tracker::octal
