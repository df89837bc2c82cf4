#pragma once

#include <filesystem>
#include <string>

#include "ui/request.h"
#include "ui/snapshot.h"
#include "ui/standing/words.h"
#include "ui/window/theme.h"

namespace octo::ui {

enum class Screen { Start, Live, History, Replay };

/// The bar on top: where one is, where one can go, what the camera sees, whose turn it is; the rules, the language, the
/// look. `live` may be null. `rules`: the rules are on the screen.
Requests drawTopBar(const Theme& theme, const Area& area, Screen screen, const LiveSnapshot* live, const Words& words,
                    bool rules, bool sound);

/// A sentence over the lower edge of the window, until it is dismissed. `bad`: something went wrong. `folder`: of the
/// file that the sentence tells of, to be opened; empty where it tells of none.
Requests drawMessage(const Theme& theme, ImVec2 window, const std::string& text, bool bad, const Words& words,
                     const std::filesystem::path& folder = {});

}  // namespace octo::ui
