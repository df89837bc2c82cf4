#pragma once

#include <optional>
#include <string>

#include "tracker/referee/game_options.h"
#include "ui/standing/words.h"

namespace octo::ui {

/// An option and its values as people read them; which there are tells `tracker::choicesOf`.
std::string labelOf(const Words& words, const std::string& option);
std::string labelOf(const Words& words, const std::string& option, const Json& value);

/// A name for a narrow button: its first letters.
std::string shortened(const std::string& name, std::size_t mostLetters = 9);

/// What a form has for an option: a value that a person chose; nothing where it is left to the default or, of what the
/// table shows, to be found out.
using ChosenOption = std::optional<Json>;

/// Whether an option leaves anything to choose for so many players.
bool isOpen(const tracker::GameOption& option, int players);

/// Whether leaving the option out means that it is found out.
bool canBeFoundOut(const tracker::GameOption& option, int players);

/// What the header says of the option: the value chosen, or the only one that there is where it is not the default.
ChosenOption forHeader(const tracker::GameOption& option, const ChosenOption& chosen, int players);

}  // namespace octo::ui
