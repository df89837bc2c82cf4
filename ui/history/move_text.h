#pragma once

#include <string>

#include "tracker/vocabulary/event.h"
#include "tracker/vocabulary/tracked_event.h"

namespace octo::ui {

// `language`: what it is said in.

/// A player's name; "Player 2" where the record has none or an empty one.
std::string playerName(const GameHeader& header, int player, const std::string& language = "en");

/// The key of the word for an event that was another one before: a person corrected it, or the program thinks otherwise
/// of it now, which nobody corrected. Empty where it was always this one.
std::string changeMark(const TrackedEvent& event);

/// The sentence for how a game ended, or the rule id where no sentence is known.
std::string endingText(const GameHeader& header, const std::string& reason, const std::string& language = "en");

/// "Ann won", "Ann and Ben won", "not finished", as names.
std::string winnersText(const GameHeader& header, const Result& result, const std::string& language = "en");

}  // namespace octo::ui
