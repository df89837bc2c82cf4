#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace octo::ui {

/// Runs a command that gets `input` from its standard input and is heard, not read: what it prints is dropped. Waits
/// for it, and ends it after so long or as soon as `stop` is set, so that none is left behind. True where it was there
/// and did it.
bool feedProgram(const std::vector<std::string>& command, std::string_view input, std::chrono::milliseconds longest,
                 const std::atomic<bool>& stop);

}  // namespace octo::ui
