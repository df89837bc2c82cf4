#pragma once

#include <span>
#include <vector>

#include "tracker/vocabulary/event.h"
#include "tracker/vocabulary/layout.h"
#include "tracker/vocabulary/observation.h"

namespace octo::tracker {

/// How much farther than the point the forearm reached, seen from its side, mm; negative where it did not reach so far.
double beyond(const ForearmTrack& forearm, TablePoint at);

/// How far to the right of the point the forearm ended, seen from its side, mm; negative to the left.
double rightOf(const ForearmTrack& forearm, TablePoint at);

/// Whether the look hides what lies below such a forearm: it had not gone yet.
bool stillThere(const ForearmTrack& forearm, const Observation& seen);

/// Tells of each side's forearms which one `stayed`: of those that are still there the latest. None of a look in part.
void tellStayed(Observation& seen);

/// Of the forearms at a look those that laid nothing of what is new since the look before: they did something else. A
/// hand may have laid whatever it came over.
std::vector<ForearmTrack> forearmsThatLaidNothing(const Observation& before, const Observation& now);

/// The player whose forearm is the surest; player 0 where none was seen.
int whoReachedIn(std::span<const ForearmTrack> forearms, int players);

/// Begins a game with what is seen first: of Octagone, whoever reached in is likely first, unless `told` who is.
/// Returns whether that is certain; otherwise the follower finds it out.
bool begunBy(const Observation& seen, bool told, GameHeader& header);

}  // namespace octo::tracker
