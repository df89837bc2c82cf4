#pragma once

#include <vector>

#include "tracker/follow/follower.h"
#include "tracker/referee/match.h"

namespace octo::tracker {

/// Judges the events of a game anew and tells what that changes in those known before: verdicts and numbers are filled
/// in, earlier forms are kept. `match` becomes the game after the last of them.
std::vector<Change> takeOver(std::vector<TrackedEvent>& known, std::vector<TrackedEvent> now, Match& match);

}  // namespace octo::tracker
