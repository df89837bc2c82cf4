#pragma once

#include <memory>

#include "tracker/follow/position.h"

namespace octo::tracker::octa {

/// How games of Octa begin, as their table is seen. Throws Malformed where the layout lacks a place.
std::unique_ptr<GameTable> makeTable(const GameHeader& header, const Layout& layout);

}  // namespace octo::tracker::octa
