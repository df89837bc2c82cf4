#pragma once

#include <span>
#include <vector>

#include "tracker/follow/position.h"

namespace octo::tracker {

/// How much farther than the point the forearm reached, seen from its side, mm; negative where it did not reach so far.
double beyond(const ForearmTrack& forearm, TablePoint at);

/// How far to the right of the point the forearm ended, seen from its side, mm; negative to the left.
double rightOf(const ForearmTrack& forearm, TablePoint at);

/// Where the games expect a forearm to end, from what it touches, seen from its side, mm: somewhat beyond it.
inline constexpr TablePoint kExpectedEnd{8, 30};

/// How far from there a forearm ended that touched something in that area, in its standard deviations.
double offBy(const ForearmTrack& forearm, const TableRect& area);

/// What the forearms seen say against somebody at that side having laid or taken something there; 0 where none reached
/// so far, at most 4.
Cost forearmCost(std::span<const ForearmTrack> forearms, Side side, TablePoint at);

/// Whether a forearm of that side ended in the rectangle, or just beside it.
bool reachedInto(std::span<const ForearmTrack> forearms, Side side, const TableRect& area);

/// Whether the look hides what lies below such a forearm: it had not gone yet.
bool stillThere(const ForearmTrack& forearm, const Observation& seen);

/// How often forearms of which something is true came, at rests one after the other: those that stay came once, and
/// those that stayed from the first rest on did not come. A forearm at each of two looks, and none over the table at
/// the first of them, came twice. `is`: of all forearms at a rest.
template <class Is>
int arrivals(std::span<const std::span<const ForearmTrack>> rests, const Is& is) {
  int count = 0;
  for (std::size_t rest = 1; rest < rests.size(); ++rest) {
    std::vector<ForearmTrack> stayed;
    for (const ForearmTrack& forearm : rests[rest - 1])
      if (forearm.stayed) stayed.push_back(forearm);
    count += is(rests[rest]) && !is(std::span<const ForearmTrack>(stayed));
  }
  return count;
}

/// Whether no forearm at all was seen after the first of the rests.
bool isDark(std::span<const std::span<const ForearmTrack>> rests);

/// The player whose forearm is the surest; player 0 where none was seen.
int whoReachedIn(std::span<const ForearmTrack> forearms, int players);

/// Begins a game with what is seen first: of Octagone, whoever reached in is likely first, unless `told` who is.
/// Returns whether that is certain; otherwise the follower finds it out.
bool begunBy(const Observation& seen, bool told, GameHeader& header);

}  // namespace octo::tracker
