#include "tracker/follow/hands.h"

#include <algorithm>
#include <cmath>

namespace octo::tracker {
namespace {

/// The point that a hand reached is known this well, and fingers hold a card by its edge, mm.
constexpr double kReach = 60;
/// A hand that takes something from a place ends within it or so near it, mm.
constexpr double kBeside = 25;
/// What an arm hides lies no farther beside its end, as it may come aslant, and no farther beyond it, mm.
constexpr double kArmAside = 130, kBeyondHand = 60, kFarOutside = 2000;
/// A person leans over from another side, or the arm was not seen.
constexpr double kOtherwise = 0.02;

}  // namespace

double beyond(const SeenHand& hand, TablePoint at) {
  return seenFrom(hand.from, hand.reached).y - seenFrom(hand.from, at).y;
}

double rightOf(const SeenHand& hand, TablePoint at) {
  return seenFrom(hand.from, hand.reached).x - seenFrom(hand.from, at).x;
}

Cost handCost(std::span<const SeenHand> hands, Side side, TablePoint at) {
  double its = kOtherwise, likeliest = 0;
  for (const SeenHand& hand : hands) {
    if (beyond(hand, at) < -kReach) continue;
    likeliest = std::max(likeliest, hand.confidence);
    if (hand.from == side) its = std::max(its, hand.confidence);
  }
  return likeliest == 0 ? 0 : std::max(0.0, std::log(std::max(likeliest, its) / its));
}

bool reachedInto(std::span<const SeenHand> hands, Side side, const TableRect& area) {
  const TableRect around = area.grown(kBeside);
  return std::any_of(hands.begin(), hands.end(),
                     [&](const SeenHand& hand) { return hand.from == side && around.contains(hand.reached); });
}

bool stillThere(const SeenHand& hand, const Observation& seen) {
  const TablePoint end = seenFrom(hand.from, hand.reached);
  const TableRect arm{end.x - kArmAside, -kFarOutside, end.x + kArmAside, end.y + kBeyondHand};
  return std::any_of(seen.hidden.begin(), seen.hidden.end(),
                     [&](const TableRect& hidden) { return seenFrom(hand.from, hidden).overlaps(arm); });
}

bool isDark(std::span<const std::span<const SeenHand>> rests) {
  return std::all_of(rests.begin() + 1, rests.end(), [](const auto& hands) { return hands.empty(); });
}

int whoReachedIn(std::span<const SeenHand> hands, int players) {
  int who = 0;
  double surest = 0;
  for (const SeenHand& hand : hands)
    for (int player = 0; player < players; ++player)
      if (seat(player, players) == hand.from && hand.confidence > surest) {
        who = player;
        surest = hand.confidence;
      }
  return who;
}

bool begunBy(const Observation& seen, bool told, GameHeader& header) {
  if (told || header.game != GameId::Octagone) return told;
  header.first = whoReachedIn(seen.hands, static_cast<int>(header.players.size()));
  return false;
}

}  // namespace octo::tracker
