#include "tracker/follow/forearms.h"

#include <algorithm>
#include <cmath>

namespace octo::tracker {
namespace {

/// The point that a forearm reached is known this well, and fingers hold a card by its edge, mm.
constexpr double kReach = 60;
/// A forearm that takes something from a place ends within it or so near it, mm.
constexpr double kBeside = 25;
/// What a forearm hides lies no farther beside its end, as it may come aslant, and no farther beyond it, mm.
constexpr double kForearmAside = 130, kBeyondHand = 60, kFarOutside = 2000;
/// A person leans over from another side, or the forearm was not seen.
constexpr double kOtherwise = 0.02;

}  // namespace

double beyond(const ForearmTrack& forearm, TablePoint at) {
  return seenFrom(forearm.from, forearm.reached).y - seenFrom(forearm.from, at).y;
}

double rightOf(const ForearmTrack& forearm, TablePoint at) {
  return seenFrom(forearm.from, forearm.reached).x - seenFrom(forearm.from, at).x;
}

double offBy(const ForearmTrack& forearm, const TableRect& area) {
  const auto outside = [](double value, double least, double most) {
    return std::max({0.0, least - value, value - most});
  };
  const TablePoint ended = seenFrom(forearm.from, forearm.reached);
  const TableRect touched = seenFrom(forearm.from, area);
  return std::hypot(outside(ended.x - kExpectedEnd.x, touched.x0, touched.x1),
                    outside(ended.y - kExpectedEnd.y, touched.y0, touched.y1)) /
         forearm.spread;
}

Cost forearmCost(std::span<const ForearmTrack> forearms, Side side, TablePoint at) {
  double its = kOtherwise, likeliest = 0;
  for (const ForearmTrack& forearm : forearms) {
    if (beyond(forearm, at) < -kReach) continue;
    likeliest = std::max(likeliest, forearm.confidence);
    if (forearm.from == side) its = std::max(its, forearm.confidence);
  }
  return likeliest == 0 ? 0 : std::max(0.0, std::log(std::max(likeliest, its) / its));
}

bool reachedInto(std::span<const ForearmTrack> forearms, Side side, const TableRect& area) {
  const TableRect around = area.grown(kBeside);
  return std::any_of(forearms.begin(), forearms.end(), [&](const ForearmTrack& forearm) {
    return forearm.from == side && around.contains(forearm.reached);
  });
}

bool stillThere(const ForearmTrack& forearm, const Observation& seen) {
  const TablePoint end = seenFrom(forearm.from, forearm.reached);
  const TableRect arm{end.x - kForearmAside, -kFarOutside, end.x + kForearmAside, end.y + kBeyondHand};
  return std::any_of(seen.hidden.begin(), seen.hidden.end(),
                     [&](const TableRect& hidden) { return seenFrom(forearm.from, hidden).overlaps(arm); });
}

bool isDark(std::span<const std::span<const ForearmTrack>> rests) {
  return std::all_of(rests.begin() + 1, rests.end(), [](const auto& forearms) { return forearms.empty(); });
}

int whoReachedIn(std::span<const ForearmTrack> forearms, int players) {
  int who = 0;
  double surest = 0;
  for (const ForearmTrack& forearm : forearms)
    for (int player = 0; player < players; ++player)
      if (seat(player, players) == forearm.from && forearm.confidence > surest) {
        who = player;
        surest = forearm.confidence;
      }
  return who;
}

bool begunBy(const Observation& seen, bool told, GameHeader& header) {
  if (told || header.game != GameId::Octagone) return told;
  header.first = whoReachedIn(seen.forearms, static_cast<int>(header.players.size()));
  return false;
}

}  // namespace octo::tracker
