#include "tracker/follow/forearms.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace octo::tracker {
namespace {

/// What a forearm hides lies no farther beside its end, as it may come aslant, and no farther beyond it, mm.
constexpr double kForearmAside = 130, kBeyondHand = 60, kFarOutside = 2000;

}  // namespace

double beyond(const ForearmTrack& forearm, TablePoint at) {
  return seenFrom(forearm.from, forearm.reached).y - seenFrom(forearm.from, at).y;
}

double rightOf(const ForearmTrack& forearm, TablePoint at) {
  return seenFrom(forearm.from, forearm.reached).x - seenFrom(forearm.from, at).x;
}

bool stillThere(const ForearmTrack& forearm, const Observation& seen) {
  const TablePoint end = seenFrom(forearm.from, forearm.reached);
  const TableRect arm{end.x - kForearmAside, -kFarOutside, end.x + kForearmAside, end.y + kBeyondHand};
  return std::any_of(seen.hidden.begin(), seen.hidden.end(),
                     [&](const TableRect& hidden) { return seenFrom(forearm.from, hidden).overlaps(arm); });
}

void tellStayed(Observation& seen) {
  std::array<ForearmTrack*, 4> latest{};
  for (ForearmTrack& forearm : seen.forearms) {
    forearm.stayed = false;
    if (!seen.inPart && stillThere(forearm, seen)) latest[static_cast<std::size_t>(forearm.from)] = &forearm;
  }
  for (ForearmTrack* each : latest)
    if (each) each->stayed = true;
}

std::vector<ForearmTrack> forearmsThatLaidNothing(const Observation& before, const Observation& now) {
  constexpr double kHalfArm = 90, kBeforeHand = 60, kSamePlace = 12;  // mm
  std::vector<ForearmTrack> others = now.forearms;
  for (const SeenPiece& piece : now.pieces) {
    const bool lay = std::any_of(before.pieces.begin(), before.pieces.end(), [&](const SeenPiece& other) {
      return distance(other.pose.at, piece.pose.at) < kSamePlace;
    });
    if (lay) continue;
    std::erase_if(others, [&](const ForearmTrack& forearm) {
      return beyond(forearm, piece.pose.at) > -kBeforeHand && std::abs(rightOf(forearm, piece.pose.at)) < kHalfArm;
    });
  }
  return others;
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
