#pragma once

#include "ui/snapshot.h"

namespace octo::ui {

/// A stored game as it was after so many of its events: the referee folds it anew. Throws Malformed where the
/// game's rules cannot read it.
GameSnapshot positionAfter(const db::StoredGame& game, int played);

}  // namespace octo::ui
