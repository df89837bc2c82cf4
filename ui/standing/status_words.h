#pragma once

#include <string>
#include <vector>

#include "ui/session/table_status.h"
#include "ui/standing/words.h"

namespace octo::ui {

/// What the window says of the table.
struct StatusText {
  std::string headline;
  /// What exactly is seen, missing or wrong, and once it has lasted what to do about it; a sentence each.
  std::vector<std::string> details;
  /// What to better about the picture; empty where nothing is.
  std::string advice;
};

StatusText statusText(const TableStatus& status, const GameHeader& header, const Words& words);

/// All its text, for its letters.
std::string textOf(const StatusText& text);

}  // namespace octo::ui
