#include "ui/history/export_game.h"

#include "ui/history/event_lines.h"

namespace octo::ui {

std::string asRecord(const db::StoredGame& game) {
  std::string text = printed(game.summary.header.toJson()) + '\n';
  for (const TrackedEvent& event : game.events) text += printed(recordLine(event)) + '\n';
  return text;
}

}  // namespace octo::ui
