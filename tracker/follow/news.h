#pragma once

#include <vector>

#include "tracker/follow/explainer.h"
#include "tracker/follow/follower.h"
#include "tracker/referee/match.h"

namespace octo::tracker {

/// Judges the events of a game anew and tells what that changes in those known before: verdicts and numbers are filled
/// in, earlier forms are kept. `match` becomes the game after the last of them.
std::vector<Change> takeOver(std::vector<TrackedEvent>& known, std::vector<TrackedEvent> now, Match& match);

/// How many steps of a game are told now: those after may yet turn out otherwise. Told are those that people told, that
/// are likely enough, that were told before and are the same still, or that have been doubtful for long and will stay
/// so. `sure`: of each step, 0 to 1. `known`: those told before.
std::size_t countTold(const std::vector<ExplainedStep>& steps, const std::vector<double>& sure,
                      const std::vector<TrackedEvent>& known);

}  // namespace octo::tracker
