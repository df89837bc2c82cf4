#pragma once

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// What was pressed in the status.
struct StatusClicks {
  Requests requests;
  bool showCorners = false;
};

/// How high the status is in that width, pixels.
float statusHeight(const Theme& theme, float width, const LiveSnapshot& live, const Words& words);
/// What the program does and waits for, with the buttons that help there.
StatusClicks drawStatus(const Theme& theme, const Area& area, const LiveSnapshot& live, const Words& words);

/// The status in few words for the bar, and its colour.
std::string statusHeadline(const LiveSnapshot& live, const Words& words);
const ImVec4& statusColour(const TableStatus& status, const Palette& palette);

/// All its text, for its letters.
std::string statusLetters(const LiveSnapshot& live, const Words& words);

}  // namespace octo::ui
