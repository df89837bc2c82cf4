#pragma once

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// First, previous, next, last move of a stored game; the arrow keys, Home and End do the same.
Requests drawStepBar(const Theme& theme, const Area& area, const GameSnapshot& game);

}  // namespace octo::ui
