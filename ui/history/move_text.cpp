#include "ui/history/move_text.h"

#include <stdexcept>

#include "tracker/messages/catalogue.h"

namespace octo::ui {

std::string playerName(const GameHeader& header, int player) {
  const auto index = static_cast<std::size_t>(player);
  if (player >= 0 && index < header.players.size() && !header.players[index].empty()) return header.players[index];
  return "Player " + std::to_string(player + 1);
}

std::string endingText(const GameHeader& header, const std::string& reason) {
  try {
    return tracker::sentence(name(header.game), {reason, {}});
  } catch (const std::out_of_range&) {
    return reason;
  }
}

std::string winnersText(const GameHeader& header, const Result& result) {
  if (!result.over) return "not finished";
  std::string names;
  for (std::size_t i = 0; i < result.winners.size(); ++i) {
    if (i) names += i + 1 == result.winners.size() ? " and " : ", ";
    names += playerName(header, result.winners[i]);
  }
  return names.empty() ? "nobody won" : names + " won";
}

}  // namespace octo::ui
