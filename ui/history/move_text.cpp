#include "ui/history/move_text.h"

#include <stdexcept>

#include "tracker/messages/catalogue.h"
#include "ui/standing/words.h"

namespace octo::ui {

std::string playerName(const GameHeader& header, int player, const std::string& language) {
  const auto index = static_cast<std::size_t>(player);
  if (player >= 0 && index < header.players.size() && !header.players[index].empty()) return header.players[index];
  return Words(header.game, language).say("player", {{"n", std::to_string(player + 1)}});
}

std::string changeMark(const TrackedEvent& event) {
  if (event.was.empty()) return {};
  return event.confidence >= 1 ? "mark.corrected" : "mark.revised";
}

std::string endingText(const GameHeader& header, const std::string& reason, const std::string& language) {
  try {
    return tracker::sentence(name(header.game), {reason, {}}, language);
  } catch (const std::out_of_range&) {
    return reason;
  }
}

std::string winnersText(const GameHeader& header, const Result& result, const std::string& language) {
  const Words words(header.game, language);
  if (!result.over) return words.say("history.unfinished");
  if (result.winners.empty()) return words.say("history.nobody");
  return words.say(result.winners.size() == 1 ? "history.won" : "history.won-many",
                   {{"players", words.players(header, result.winners)}});
}

}  // namespace octo::ui
