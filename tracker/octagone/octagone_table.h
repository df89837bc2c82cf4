#pragma once

#include <memory>

#include "tracker/follow/position.h"
#include "tracker/octagone/octagone_situation.h"

namespace octo::tracker::octagone {

/// The boxes of the layout's board. Throws Malformed where it has none.
const Grid& gridOf(const Layout& layout);

/// The options that the header has are told, those it lacks are found out. Throws Malformed where the header does not
/// fit or the layout has no board.
std::unique_ptr<GameTable> makeTable(const GameHeader& header, const Layout& layout);

}  // namespace octo::tracker::octagone
