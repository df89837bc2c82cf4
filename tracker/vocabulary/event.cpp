#include "tracker/vocabulary/event.h"

#include <limits>

namespace octo {
namespace {

int wholeNumber(const Json& value, std::string_view field) {
  if (!value.is_number_integer()) throw Malformed("\"" + std::string(field) + "\" must be a whole number");
  const auto number = value.get<std::int64_t>();
  if (number < std::numeric_limits<int>::min() || number > std::numeric_limits<int>::max() ||
      (value.is_number_unsigned() && value.get<std::uint64_t>() > std::numeric_limits<int>::max()))
    throw Malformed("\"" + std::string(field) + "\" is out of range");
  return static_cast<int>(number);
}

bool truth(const Json& value, std::string_view field) {
  if (!value.is_boolean()) throw Malformed("\"" + std::string(field) + "\" must be true or false");
  return value.get<bool>();
}

Json object(const Json& value, std::string_view field) {
  if (!value.is_object()) throw Malformed("\"" + std::string(field) + "\" must be an object");
  return value;
}

const Json& required(const Json& line, std::string_view field) {
  const auto found = line.find(field);
  if (found == line.end()) throw Malformed("\"" + std::string(field) + "\" is missing");
  return *found;
}

}  // namespace

GameHeader GameHeader::fromJson(const Json& line) {
  if (!line.is_object()) throw Malformed("a header must be a JSON object");
  if (wholeNumber(required(line, "octoscope"), "octoscope") != 1)
    throw Malformed("\"octoscope\" must be 1, the version of the record format this program reads");
  GameHeader header;
  const Json& game = required(line, "game");
  const auto id = game.is_string() ? parseGame(game.get_ref<const std::string&>()) : std::nullopt;
  if (!id) throw Malformed("\"game\" must be " + gameNames());
  header.game = *id;
  const Json& players = required(line, "players");
  if (!players.is_array()) throw Malformed("\"players\" must be a list of names");
  for (const Json& player : players) {
    if (!player.is_string()) throw Malformed("\"players\" must be a list of names");
    header.players.push_back(player.get<std::string>());
  }
  header.first = wholeNumber(required(line, "first"), "first");
  if (header.first < 0 || header.first >= static_cast<int>(header.players.size()))
    throw Malformed("\"first\" must be the number of a player");
  if (const auto options = line.find("options"); options != line.end()) header.options = object(*options, "options");
  if (const auto setup = line.find("setup"); setup != line.end()) header.setup = object(*setup, "setup");
  for (const auto& [key, value] : line.items())
    if (key != "octoscope" && key != "game" && key != "players" && key != "first" && key != "options" && key != "setup")
      header.extra[key] = value;
  return header;
}

Json GameHeader::toJson() const {
  Json line{{"octoscope", 1}, {"game", name(game)}, {"players", players},
            {"first", first}, {"options", options}, {"setup", setup}};
  for (const auto& [key, value] : extra.items()) line[key] = value;
  return line;
}

Event Event::fromJson(const Json& line) {
  if (!line.is_object()) throw Malformed("an event must be a JSON object");
  Event event;
  const Json& action = required(line, "do");
  if (!action.is_string()) throw Malformed("\"do\" must be text");
  event.action = action.get<std::string>();
  for (const auto& [key, value] : line.items()) {
    if (key == "do") continue;
    if (key == "player")
      event.player = wholeNumber(value, key);
    else if (key == "stands")
      event.stands = truth(value, key);
    else if (key == "taken_back")
      event.takenBack = truth(value, key);
    else
      event.fields[key] = value;
  }
  return event;
}

Json Event::toJson() const {
  Json line = Json::object();
  if (player) line["player"] = *player;
  line["do"] = action;
  for (const auto& [key, value] : fields.items()) line[key] = value;
  if (stands) line["stands"] = true;
  if (takenBack) line["taken_back"] = true;
  return line;
}

Event plainly(Event event) {
  event.stands = event.takenBack = false;
  return event;
}

bool sameMove(const Event& one, const Event& other) { return plainly(one) == plainly(other); }

Json Verdict::toJson() const {
  Json line{{"legal", legal}};
  if (!legal) {
    line["rule"] = rule;
    line["because"] = because;
  }
  if (!exposes.empty()) {
    Json list = Json::array();
    for (const Exposure& exposure : exposes) list.push_back({{"rule", exposure.rule}, {"n", exposure.n}});
    line["exposes"] = list;
  }
  return line;
}

Json Result::toJson() const {
  Json line{{"over", over}};
  if (over) line["reason"] = reason;
  line["hands"] = hands;
  line["scores"] = scores;
  if (over) line["winners"] = winners;
  if (!unrevealed.empty()) line["unrevealed"] = unrevealed;
  return line;
}

}  // namespace octo
