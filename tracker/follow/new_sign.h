#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tracker/follow/explainer.h"
#include "tracker/follow/seen_rests.h"

namespace octo::tracker {

/// The sign, as the position knows it (`Position::signIn`), that lies at the last of the rests and was not there at the
/// latest rest before whose look at that place nothing hid. `game`: what was played, to tell whether the sign was away
/// meanwhile.
std::optional<infer::Sign> newSign(std::span<const SeenRest> rests, const Position& position,
                                   const std::vector<ExplainedStep>& game);

}  // namespace octo::tracker
