#include "ui/history/move_text.h"

#include <stdexcept>

#include "tracker/messages/catalogue.h"

namespace octo::ui {
namespace {

std::string word(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_array()) return value.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string words;
  for (const Json& part : value) words += (words.empty() ? "" : ", ") + word(part);
  return words;
}

std::string text(const Event& event, const char* field) {
  const auto found = event.fields.find(field);
  return found == event.fields.end() ? "?" : word(*found);
}

bool has(const Event& event, std::initializer_list<const char*> fields) {
  for (const char* field : fields)
    if (!event.fields.contains(field)) return false;
  return true;
}

std::string spelled(std::string action) {
  for (char& letter : action)
    if (letter == '-') letter = ' ';
  return action;
}

std::string recordWords(const Event& event) {
  std::string words = spelled(event.action);
  for (const auto& [field, value] : event.fields.items()) {
    if (field == "was") continue;
    const bool plain = field == "card" || field == "cards";
    words += plain ? " " + word(value) : " " + field + " " + word(value);
  }
  return words;
}

}  // namespace

std::string moveText(const Event& event) {
  if (event.action == "lady" && has(event, {"at", "facing"}))
    return "White Lady to " + text(event, "at") + ", pointing " + text(event, "facing");
  if (event.action == "place" && has(event, {"piece", "at", "facing"}))
    return text(event, "piece") + " to " + text(event, "at") + ", pointing " + text(event, "facing");
  if (event.action == "skip" && event.fields.empty()) return "skips";
  return recordWords(event);
}

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
