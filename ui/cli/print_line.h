#pragma once

#include <vector>

#include "tracker/follow/follower.h"
#include "tracker/vocabulary/json.h"

/// Lines of JSON on standard output, each written at once: who follows a game through a pipe need not wait for it.
namespace octo::ui {

void printLine(const Json& line);
/// A line for each of them.
void printLines(const std::vector<tracker::Change>& changes);

}  // namespace octo::ui
