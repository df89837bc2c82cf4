#pragma once

#include <string>
#include <vector>

#include "db/store.h"
#include "tracker/record/record_io.h"

namespace octo::ui {

/// A record judged by the referee, as the store keeps it: verdicts, earlier forms out of "was", the result
/// where the game is over, otherwise put away unfinished. `now` is ISO 8601, UTC. Throws Malformed.
db::StoredGame judgedGame(const tracker::Record& record, const std::string& now);

/// What the referee makes of the game's events as they are stored. Throws Malformed.
Result resultOf(const db::StoredGame& game);

/// Where the referee, judging the stored game again, says otherwise than what is stored; empty when all
/// agrees.
std::vector<std::string> differences(const db::StoredGame& game);

}  // namespace octo::ui
