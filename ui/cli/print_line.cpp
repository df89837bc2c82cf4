#include "ui/cli/print_line.h"

#include <iostream>

#include "ui/history/event_lines.h"

namespace octo::ui {

void printLine(const Json& line) { std::cout << printed(line) << std::endl; }

void printLines(const std::vector<tracker::Change>& changes) {
  for (const tracker::Change& change : changes) printLine(changeLine(change));
}

}  // namespace octo::ui
