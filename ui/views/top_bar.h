#pragma once

#include <filesystem>
#include <string>

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"
#include "ui/window/theme.h"

namespace octo::ui {

enum class Screen { Start, Live, History, Replay, Teach };

/// What the bar shows of itself: whether the rules are on the screen, and what is set.
struct BarState {
  bool rules = false;
  bool sound = true;
  bool speech = false;
  /// As chosen, of `kTextSizes`; and whether the window is too small for it.
  double textSize = 1;
  bool textIsCapped = false;
};

/// The bar on top: where one is, where one can go, what the camera sees, whose turn it is; the rules, the language, the
/// look, the text size. `live` may be null.
Requests drawTopBar(const Theme& theme, const Area& area, Screen screen, const LiveSnapshot* live, const Words& words,
                    const BarState& state);

/// A sentence over the lower edge of the window, until it is dismissed. `bad`: something went wrong. `folder`: of the
/// file that the sentence tells of, to be opened; empty where it tells of none.
Requests drawMessage(const Theme& theme, ImVec2 window, const std::string& text, bool bad, const Words& words,
                     const std::filesystem::path& folder = {});

}  // namespace octo::ui
