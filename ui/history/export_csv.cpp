#include <array>
#include <cstdio>

#include "ui/history/event_lines.h"
#include "ui/history/export_game.h"
#include "ui/history/move_text.h"
#include "ui/standing/move_words.h"

namespace octo::ui {
namespace {

/// Spreadsheets take a cell that begins with one of these for a formula.
constexpr std::string_view kFormulaStarts = "=+-@\t\r\n";

std::string cell(std::string text) {
  if (!text.empty() && kFormulaStarts.find(text.front()) != std::string_view::npos) text.insert(0, "'");
  std::string quoted = "\"";
  for (const char letter : text) {
    if (letter == '"') quoted += '"';
    quoted += letter;
  }
  return quoted + '"';
}

std::string number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.3f", value);
  return text.data();
}

std::string yes(bool value) { return value ? "yes" : ""; }

std::string row(const GameHeader& header, const TrackedEvent& event, const SpokenEvent& spoken) {
  const auto& player = event.event.player;
  std::string line = std::to_string(event.n) + ',' + number(event.time) + ',' + std::to_string(event.frame) + ',';
  line += (player ? std::to_string(*player) : "") + ',' + cell(player ? playerName(header, *player) : "") + ',';
  line += cell(event.event.action) + ',' + cell(spoken.move) + ',' + cell(printed(recordLine(event))) + ',';
  line += yes(event.event.stands) + ',' + yes(event.event.takenBack) + ',' + (event.verdict.legal ? "yes" : "no") + ',';
  line += cell(event.verdict.rule) + ',' + cell(spoken.because) + ',';
  return line + number(event.confidence) + ',' + yes(event.inferred) + "\r\n";
}

}  // namespace

std::string asCsv(const db::StoredGame& game, const std::string& language) {
  std::string text =
      "n,seconds,frame,player,name,do,move,event,stands,taken_back,legal,rule,because,confidence,"
      "inferred\r\n";
  const auto spoken = spokenEvents(game.summary.header, game.events, language);
  for (std::size_t i = 0; i < game.events.size(); ++i) text += row(game.summary.header, game.events[i], spoken[i]);
  return text;
}

}  // namespace octo::ui
