#include "datasets/scene/layout_line.h"

#include <cmath>
#include <istream>
#include <set>
#include <string>

#include "tracker/vocabulary/event.h"

namespace octo::datasets {
namespace {

// Nothing on a table is farther away than this, mm.
constexpr double kFarthest = 5000.0;

const Json& field(const Json& object, const char* name) {
  if (!object.is_object()) throw Malformed("expected a JSON object");
  const auto found = object.find(name);
  if (found == object.end()) throw Malformed(std::string("expected the field \"") + name + "\"");
  return *found;
}

double number(const Json& object, const char* name) {
  const Json& value = field(object, name);
  if (!value.is_number() || !(std::abs(value.get<double>()) <= kFarthest))
    throw Malformed(std::string("\"") + name + "\": expected a number of at most 5000");
  return value.get<double>();
}

int whole(const Json& object, const char* name) {
  const double value = number(object, name);
  if (value != std::floor(value) || value < 0)
    throw Malformed(std::string("\"") + name + "\": expected a whole number");
  return static_cast<int>(value);
}

ScenePiece pieceFromJson(const Json& json) {
  const Json& face = field(json, "face");
  if (!face.is_string()) throw Malformed("\"face\": expected a text");
  const auto up = json.find("up");
  if (up != json.end() && !up->is_boolean()) throw Malformed("\"up\": expected true or false");
  return {whole(json, "id"),
          Face(face.get<std::string>()),
          {{number(json, "x"), number(json, "y")}, number(json, "angle")},
          whole(json, "layer"),
          up == json.end() || up->get<bool>()};
}

std::optional<TablePoint> pointFromJson(const Json& hand, const char* name) {
  const auto found = hand.find(name);
  if (found == hand.end()) return std::nullopt;
  const auto coordinate = [](const Json& value) {
    return value.is_number() && std::abs(value.get<double>()) <= kFarthest;
  };
  if (!found->is_array() || found->size() != 2 || !coordinate((*found)[0]) || !coordinate((*found)[1]))
    throw Malformed(std::string("\"") + name + "\": expected a point [x, y] in millimetres");
  return TablePoint{(*found)[0].get<double>(), (*found)[1].get<double>()};
}

SceneHand handFromJson(const Json& json) {
  const SceneHand hand{whole(json, "player"), pointFromJson(json, "from"), pointFromJson(json, "to"),
                       pointFromJson(json, "over")};
  if (hand.over.has_value() == (hand.from || hand.to))
    throw Malformed("\"hands\": expected the field \"from\" or \"to\" or both, or \"over\" alone");
  return hand;
}

Json handToJson(const SceneHand& hand) {
  const auto point = [](TablePoint at) { return Json{rounded(at.x, 0.01), rounded(at.y, 0.01)}; };
  Json json{{"player", hand.player}};
  if (hand.from) json["from"] = point(*hand.from);
  if (hand.to) json["to"] = point(*hand.to);
  if (hand.over) json["over"] = point(*hand.over);
  return json;
}

Json pieceToJson(const ScenePiece& piece) {
  return {{"id", piece.id},
          {"face", piece.face.text()},
          {"x", rounded(piece.pose.at.x, 0.01)},
          {"y", rounded(piece.pose.at.y, 0.01)},
          {"angle", rounded(piece.pose.angle, 0.01)},
          {"layer", piece.layer},
          {"up", piece.up}};
}

PileLook lookFromJson(const Json& json) {
  PileLook look;
  const Json &ids = field(json, "ids"), &spread = field(json, "spread");
  if (!ids.is_array() || !spread.is_array()) throw Malformed("\"look\": expected the lists \"ids\" and \"spread\"");
  for (const Json& id : ids) {
    if (!id.is_number_integer()) throw Malformed("\"ids\": expected whole numbers");
    look.ids.push_back(id.get<int>());
  }
  for (const Json& piece : spread) look.spread.push_back(pieceFromJson(piece));
  return look;
}

Json lookToJson(const PileLook& look) {
  Json spread = Json::array();
  for (const ScenePiece& piece : look.spread) spread.push_back(pieceToJson(piece));
  return {{"ids", look.ids}, {"spread", spread}};
}

SceneAside asideFromJson(const Json& json) {
  const Json& lifted = field(json, "lifted");
  if (!lifted.is_boolean()) throw Malformed("\"lifted\": expected true or false");
  return {whole(json, "player"), lifted.get<bool>()};
}

}  // namespace

double rounded(double value, double step) { return std::round(value / step) * step + 0.0; }

bool showsBack(const ScenePiece& piece) { return !piece.up || piece.face.isBack() || piece.face.detail() == "back"; }

LayoutLine LayoutLine::fromJson(const Json& json) {
  LayoutLine line;
  line.event = whole(json, "event");
  const Json& pieces = field(json, "pieces");
  if (!pieces.is_array()) throw Malformed("\"pieces\": expected a list");
  std::set<int> ids;
  for (const Json& piece : pieces) {
    line.pieces.push_back(pieceFromJson(piece));
    if (!ids.insert(line.pieces.back().id).second)
      throw Malformed("\"id\": " + std::to_string(line.pieces.back().id) + " occurs twice");
  }
  if (const auto hands = json.find("hands"); hands != json.end()) {
    if (!hands->is_array()) throw Malformed("\"hands\": expected a list");
    for (const Json& hand : *hands) line.hands.push_back(handFromJson(hand));
  }
  if (const auto look = json.find("look"); look != json.end()) line.look = lookFromJson(*look);
  if (const auto aside = json.find("aside"); aside != json.end()) line.aside = asideFromJson(*aside);
  return line;
}

Json LayoutLine::toJson() const {
  Json list = Json::array();
  for (const ScenePiece& piece : pieces) list.push_back(pieceToJson(piece));
  Json line{{"event", event}, {"pieces", list}};
  for (const SceneHand& hand : hands) line["hands"].push_back(handToJson(hand));
  if (look) line["look"] = lookToJson(*look);
  if (aside) line["aside"] = {{"player", aside->player}, {"lifted", aside->lifted}};
  return line;
}

std::vector<LayoutLine> readLayoutLines(std::istream& in) {
  std::vector<LayoutLine> lines;
  int number = 0;
  for (std::string text; std::getline(in, text);) {
    ++number;
    const Json json = Json::parse(text, nullptr, false);
    try {
      if (json.is_discarded()) throw Malformed("expected a JSON object");
      lines.push_back(LayoutLine::fromJson(json));
    } catch (const Malformed& error) {
      throw Malformed("line " + std::to_string(number) + ": " + error.what());
    }
  }
  return lines;
}

}  // namespace octo::datasets
