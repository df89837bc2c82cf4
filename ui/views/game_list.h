#pragma once

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// The stored games, newest first; a click opens one. `history` is null while it is being read.
Requests drawGameList(const Theme& theme, const Area& area, const HistorySnapshot* history);

}  // namespace octo::ui
