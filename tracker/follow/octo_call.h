#pragma once

#include <optional>
#include <vector>

#include "tracker/follow/follower.h"

namespace octo::tracker {

/// What `{"player":p,"do":"octo","called":true}` (`Follower::said`) makes of the card that the player laid last, as a
/// correction; nothing where that is known. Throws Malformed, and Refused where the player has laid none.
std::optional<Correction> octoCalled(const Event& said, GameId game, const std::vector<TrackedEvent>& events);

}  // namespace octo::tracker
