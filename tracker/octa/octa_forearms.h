#pragma once

#include <span>

#include "tracker/vocabulary/observation.h"
#include "tracker/vocabulary/table.h"

namespace octo::tracker::octa {

/// How far a forearm that touched something there would have ended from where this one did, mm.
double offBy(const ForearmTrack& forearm, TablePoint at);

/// Off by more than that a forearm touched something else; than the second, it touched rather what lies beside it, mm.
inline constexpr double kElsewhere = 60, kBesideIt = 45;

/// Whether a forearm of that side may have touched what lies there.
bool mayHaveTouched(std::span<const ForearmTrack> forearms, Side side, TablePoint at, double within = kElsewhere);

/// Whether a forearm of that side that ended farther away may have been there before, on its way: of the forearms
/// between two rests the one that reached farthest is known.
bool mayHaveTouchedBefore(std::span<const ForearmTrack> forearms, Side side, TablePoint at);

}  // namespace octo::tracker::octa
