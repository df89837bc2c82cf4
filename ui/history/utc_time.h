#pragma once

#include <chrono>
#include <string>

namespace octo::ui {

class Words;

/// ISO 8601 in whole seconds, UTC: "2026-11-21T09:00:00Z".
std::string utcText(std::chrono::system_clock::time_point time);

/// The day of a moment, UTC: "2026-11-21".
std::string utcDay(std::chrono::system_clock::time_point time);

/// The same moment by this machine's clock, as people who speak that language write it, "21 Nov 2026, 10:00"; the text
/// itself where it is no such time.
std::string localText(const std::string& utc, const Words& words);

}  // namespace octo::ui
