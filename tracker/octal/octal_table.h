#pragma once

#include <memory>

#include "tracker/follow/position.h"

namespace octo::tracker::octal {

/// Where the header's options lack the mode it is found by the questions that lie there, and where they lack the
/// podium, by whether play goes on. Throws Malformed where the header does not fit or the layout lacks a question's
/// zone.
std::unique_ptr<GameTable> makeTable(const GameHeader& header, const Layout& layout);

}  // namespace octo::tracker::octal
