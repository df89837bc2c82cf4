#pragma once

#include "ui/standing/standing.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// Whose turn it is and what is due, in words that can be read from the table. Nothing where there is nothing to say.
float promptHeight(const Theme& theme, const Standing& standing, float width);
void drawPrompt(const Theme& theme, const Area& area, const Standing& standing);

/// What the questions of The OCTAL ask for, and which values fit. Nothing in other games.
float askedHeight(const Theme& theme, const Standing& standing, float width);
void drawAsked(const Theme& theme, const Area& area, const Standing& standing);

}  // namespace octo::ui
