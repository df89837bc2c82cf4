#include "tracker/referee/common.h"

#include <algorithm>
#include <limits>

namespace octo::tracker {
namespace {

Malformed wrong(std::string_view name, std::string_view expected) {
  return Malformed("\"" + std::string(name) + "\" must be " + std::string(expected));
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& each : words) text += (text.empty() ? "" : ", ") + each;
  return text;
}

}  // namespace

std::optional<Ruling> outOfOrder(bool over, std::optional<int> player, std::optional<int> toMove) {
  if (over) return Ruling::breachOf("GAME.over", {"GAME.over", {}});
  if (player == toMove) return std::nullopt;
  return Ruling::breachOf("GAME.turn", {"GAME.turn", {{"turn", playerValue(toMove.value_or(0))}}});
}

Check breach(const char* rule, const char* key, std::vector<std::pair<std::string, std::string>> values) {
  return Breach{rule, {key, std::move(values)}};
}

std::string playerValue(int player) { return "@player." + std::to_string(player); }

std::string word(std::string_view name) { return "@word." + std::string(name); }

int playerOf(const Event& event, const GameHeader& header) {
  if (!event.player) throw Malformed("\"player\" is missing");
  if (*event.player < 0 || *event.player >= static_cast<int>(header.players.size()))
    throw wrong("player", "one of 0 to " + std::to_string(header.players.size() - 1));
  return *event.player;
}

int turnOf(const Event& event, const GameHeader& header) {
  const Json& turn = field(event.fields, "turn");
  const auto players = static_cast<std::int64_t>(header.players.size());
  if (!turn.is_number_integer() || turn < 0 || turn >= players) throw wrong("turn", "the number of the player in turn");
  return turn.get<int>();
}

const Json& field(const Json& object, std::string_view name) {
  const auto found = object.find(name);
  if (found == object.end()) throw Malformed("\"" + std::string(name) + "\" is missing");
  return *found;
}

const std::string& textField(const Json& object, std::string_view name) {
  const Json& value = field(object, name);
  if (!value.is_string()) throw wrong(name, "text");
  return value.get_ref<const std::string&>();
}

const Json& listField(const Json& object, std::string_view name) {
  const Json& value = field(object, name);
  if (!value.is_array()) throw wrong(name, "a list");
  return value;
}

const Json& listField(const Json& object, std::string_view name, std::size_t length) {
  const Json& value = field(object, name);
  if (!value.is_array() || value.size() != length) throw wrong(name, "a list of " + std::to_string(length));
  return value;
}

bool truthField(const Json& object, std::string_view name, bool fallback) {
  const auto found = object.find(name);
  if (found == object.end()) return fallback;
  if (!found->is_boolean()) throw wrong(name, "true or false");
  return found->get<bool>();
}

int numberField(const Json& object, std::string_view name, int fallback) {
  const auto found = object.find(name);
  if (found == object.end()) return fallback;
  if (!found->is_number_integer()) throw wrong(name, "a whole number");
  // A number beyond int is clamped: no game has a value out there, so whoever checks the range refuses it.
  constexpr std::int64_t kLowest = std::numeric_limits<int>::min();
  constexpr std::int64_t kHighest = std::numeric_limits<int>::max();
  if (found->is_number_unsigned() && found->get<std::uint64_t>() > static_cast<std::uint64_t>(kHighest))
    return static_cast<int>(kHighest);
  return static_cast<int>(std::clamp(found->get<std::int64_t>(), kLowest, kHighest));
}

std::string choiceField(const Json& object, std::string_view name, const std::vector<std::string>& allowed) {
  if (!object.contains(name)) return allowed.front();
  const std::string& value = textField(object, name);
  if (std::find(allowed.begin(), allowed.end(), value) == allowed.end()) throw wrong(name, "one of " + listed(allowed));
  return value;
}

}  // namespace octo::tracker
