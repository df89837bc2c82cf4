#pragma once

#include <string>

#include "ui/request.h"
#include "ui/window/theme.h"

namespace octo::ui {

/// The rules of a game in short, in that language: `seeds/<game>/short_rules.<language>.md`. Lines: "# " the heading,
/// "## " the head of a part, "- " an item, others a paragraph each.
const std::string& shortRules(GameId game, const std::string& language);

/// They lie over the window until they are closed, by the button or Escape.
Requests drawRules(const Theme& theme, ImVec2 window, GameId game, const std::string& language);

}  // namespace octo::ui
