#pragma once

#include <string>

#include "db/store.h"
#include "tracker/follow/follower.h"
#include "tracker/vocabulary/tracked_event.h"

namespace octo::ui {

/// Games and events as the command line prints them, one JSON object a line.

/// An event as `track` and `history show` print it: number, seconds, frame, the event, its verdict, how sure.
Json eventLine(const TrackedEvent& event);

/// A change as `track` prints it: a new event, what an earlier one is now, or that it is gone.
Json changeLine(const tracker::Change& change);

/// The event in its last form as a record holds it: earlier forms in its field "was".
Json recordLine(const TrackedEvent& event);

/// A stored game in one line: number, header, times, counts, result.
Json gameLine(const db::GameSummary& game);

/// On one line; bytes that are no UTF-8 become U+FFFD.
std::string printed(const Json& line);

}  // namespace octo::ui
