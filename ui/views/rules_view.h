#pragma once

#include <functional>
#include <string>

#include "tracker/vocabulary/game_id.h"
#include "ui/standing/words.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// The rules of a game in short, in that language: `seeds/<game>/short_rules.<language>.md`. Lines: "# " the heading,
/// "## " the head of a part, "- " an item, others a paragraph each.
const std::string& shortRules(GameId game, const std::string& language);

/// What each key does.
std::string keyList(const Words& words);

/// A text of such lines lies over the window until it is closed, by the button or Escape; true once it is. `name`: of
/// the window, for ImGui.
bool drawSheet(const Theme& theme, ImVec2 window, const char* name, const std::string& text, const Words& words);

/// Lays something out below a point in so many pixels of width and returns its height; draws it where there is a draw
/// list.
using SheetContent = std::function<float(ImDrawList* draw, ImVec2 at, float width)>;
/// The same sheet with other things on it, at most so many points wide. `more`: the label of another button beside the
/// one that closes, empty for none; `pressed`, where not null, says whether it was pressed.
bool drawSheet(const Theme& theme, ImVec2 window, const char* name, const SheetContent& content, float widest,
               const Words& words, const std::string& more = {}, bool* pressed = nullptr);

}  // namespace octo::ui
