#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tracker/vocabulary/event.h"

namespace octo::db {

/// The texts in the database's columns. Reading throws Malformed, which says what was expected.

/// JSON on one line; bytes that are no UTF-8 become U+FFFD.
std::string compact(const Json& value);
Json parseJson(std::string_view text);

std::string headerText(const GameHeader& header);
GameHeader headerFrom(std::string_view text);

std::string eventText(const Event& event);
Event eventFrom(std::string_view text);

/// The earlier forms of an event, a list of events.
std::string eventsText(const std::vector<Event>& events);
std::vector<Event> eventsFrom(std::string_view text);

/// As the referee prints it, and `"applied"`.
std::string verdictText(const Verdict& verdict);
Verdict verdictFrom(std::string_view text);

std::string resultText(const Result& result);
Result resultFrom(std::string_view text);

}  // namespace octo::db
