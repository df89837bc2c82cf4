#include "tracker/follow/session.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "tracker/record/json_lines.h"
#include "tracker/referee/match.h"

namespace octo::tracker {
namespace {

constexpr std::array<std::string_view, 4> kSides{"near", "left", "far", "right"};

Json pointJson(TablePoint at) { return Json::array({at.x, at.y}); }
Json areaJson(const TableRect& area) { return Json::array({area.x0, area.y0, area.x1, area.y1}); }

Json pieceJson(const SeenPiece& piece) {
  Json faces = Json::array();
  for (const Candidate& each : piece.faces) faces.push_back(Json::array({each.face.text(), each.confidence}));
  return {{"faces", faces},
          {"presence", piece.presence},
          {"at", pointJson(piece.pose.at)},
          {"angle", piece.pose.angle},
          {"visible", piece.visible}};
}

Json handJson(const ForearmTrack& forearm) {
  Json json{{"from", kSides[static_cast<std::size_t>(forearm.from)]},
            {"confidence", forearm.confidence},
            {"reached", pointJson(forearm.reached)}};
  if (forearm.entered) json["entered"] = pointJson(*forearm.entered);
  return json;
}

Json observationJson(const Observation& seen) {
  Json line{{"t", seen.time}, {"frame", seen.frame}};
  line["pieces"] = line["hidden"] = line["hands"] = Json::array();
  for (const SeenPiece& each : seen.pieces) line["pieces"].push_back(pieceJson(each));
  for (const TableRect& each : seen.hidden) line["hidden"].push_back(areaJson(each));
  for (const ForearmTrack& each : seen.forearms) line["hands"].push_back(handJson(each));
  if (seen.inPart) line["in_part"] = true;
  return line;
}

Json correctionJson(const Correction& correction) {
  Json line{{"cell", correction.cell.name()}};
  if (correction.face) line["face"] = correction.face->text();
  if (correction.facing) line["facing"] = correction.facing->name();
  if (correction.n) line["n"] = *correction.n;
  if (correction.event) line["event"] = correction.event->toJson();
  return line;
}

Json saidJson(const Said& said) { return {{"event", said.event.toJson()}, {"t", said.time}, {"frame", said.frame}}; }

Json turnJson(const SaidTurn& turn) { return {{"player", turn.player}, {"t", turn.time}, {"frame", turn.frame}}; }

Json headerJson(const HeaderChange& change) {
  Json line{{"options", change.options}, {"setup", change.setup}};
  if (change.players) line["players"] = *change.players;
  if (change.first) line["first"] = *change.first;
  return line;
}

Json layoutJson(const Layout& layout) {
  Json zones = Json::array();
  for (const Zone& zone : layout.zones) {
    Json line{{"name", zone.name}, {"area", areaJson(zone.area)}};
    if (zone.grid)
      line["grid"] = {{"first", pointJson(zone.grid->first)},
                      {"steps", {zone.grid->columnStep, zone.grid->rowStep}},
                      {"boxes", {zone.grid->columns, zone.grid->rows}}};
    zones.push_back(std::move(line));
  }
  return zones;
}

// --- and back; nlohmann's exceptions become Malformed in `reading` ---

TablePoint pointFrom(const Json& json) { return {json.at(0).get<double>(), json.at(1).get<double>()}; }

TableRect areaFrom(const Json& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>(), json.at(3).get<double>()};
}

SeenPiece pieceFrom(const Json& json) {
  SeenPiece piece;
  for (const Json& each : json.at("faces"))
    piece.faces.push_back({Face(each.at(0).get<std::string>()), each.at(1).get<double>()});
  if (piece.faces.empty()) throw Malformed("a piece must have a face");
  piece.presence = json.at("presence").get<double>();
  piece.pose = {pointFrom(json.at("at")), json.at("angle").get<double>()};
  piece.visible = json.at("visible").get<double>();
  return piece;
}

ForearmTrack handFrom(const Json& json) {
  const auto side = std::find(kSides.begin(), kSides.end(), json.at("from").get<std::string>());
  if (side == kSides.end()) throw Malformed("a hand must come from near, left, far or right");
  ForearmTrack forearm{static_cast<Side>(side - kSides.begin()), json.at("confidence").get<double>(),
                       pointFrom(json.at("reached"))};
  if (json.contains("entered")) forearm.entered = pointFrom(json.at("entered"));
  return forearm;
}

Observation observationFrom(const Json& json) {
  Observation seen;
  seen.time = json.at("t").get<double>();
  seen.frame = json.at("frame").get<std::int64_t>();
  for (const Json& each : json.at("pieces")) seen.pieces.push_back(pieceFrom(each));
  for (const Json& each : json.at("hidden")) seen.hidden.push_back(areaFrom(each));
  for (const Json& each : json.at("hands")) seen.forearms.push_back(handFrom(each));
  seen.inPart = json.value("in_part", false);
  return seen;
}

Correction correctionFrom(const Json& json) {
  const auto cell = Cell::parse(json.at("cell").get<std::string>());
  if (!cell) throw Malformed("a correction's cell must be a box such as d3");
  Correction correction{.cell = *cell, .face = {}, .facing = {}, .n = {}};
  if (json.contains("face")) correction.face = Face(json["face"].get<std::string>());
  if (json.contains("facing")) correction.facing = Facing::parse(json["facing"].get<std::string>());
  if (json.contains("n")) correction.n = json["n"].get<int>();
  if (json.contains("event")) correction.event = Event::fromJson(json["event"]);
  return correction;
}

HeaderChange headerChangeFrom(const Json& json) {
  HeaderChange change;
  change.options = json.at("options");
  change.setup = json.at("setup");
  if (!change.options.is_object() || !change.setup.is_object())
    throw Malformed("a change of the header must have objects as \"options\" and \"setup\"");
  if (json.contains("players")) change.players = json["players"].get<std::vector<std::string>>();
  if (json.contains("first")) change.first = json["first"].get<int>();
  return change;
}

Input inputFrom(const Json& line) {
  if (!line.is_object() || line.size() != 1) throw Malformed("an object with one input was expected");
  const std::string kind = line.begin().key();
  const Json& what = line.begin().value();
  if (kind == "observation") return observationFrom(what);
  if (kind == "correct") return correctionFrom(what);
  if (kind == "answer") return Answer{what.at("question").get<int>(), Face(what.at("face").get<std::string>())};
  if (kind == "tell") return Told{pointFrom(what.at("at")), Face(what.at("face").get<std::string>())};
  if (kind == "turn_done") return TurnDone{what.at("t").get<double>(), what.at("frame").get<std::int64_t>()};
  if (kind == "said")
    return Said{Event::fromJson(what.at("event")), what.at("t").get<double>(), what.at("frame").get<std::int64_t>()};
  if (kind == "turn_of")
    return SaidTurn{what.at("player").get<int>(), what.at("t").get<double>(), what.at("frame").get<std::int64_t>()};
  if (kind == "header") return headerChangeFrom(what);
  if (kind == "still") return Still{what.at("t").get<double>()};
  if (kind == "take_table") return TakeTable{what.at("t").get<double>(), what.at("frame").get<std::int64_t>()};
  if (kind == "undo") return Undo{};
  if (kind == "redo") return Redo{};
  if (kind == "finish") return Finish{};
  throw Malformed("\"" + kind + "\" is no input");
}

Grid gridFrom(const Json& json) {
  const Grid grid{pointFrom(json.at("first")), json.at("steps").at(0).get<double>(),
                  json.at("steps").at(1).get<double>(), json.at("boxes").at(0).get<int>(),
                  json.at("boxes").at(1).get<int>()};
  constexpr int kMostColumns = 26, kMostRows = 99;
  if (grid.columns < 1 || grid.columns > kMostColumns || grid.rows < 1 || grid.rows > kMostRows)
    throw Malformed("a grid has 1 to 26 columns and 1 to 99 rows");
  return grid;
}

Beginning beginningFrom(const Json& line) {
  Beginning beginning{
      .header = GameHeader::fromJson(line.at("header")), .layout = {}, .firstTold = line.at("first_told").get<bool>()};
  for (const Json& each : line.at("layout")) {
    Zone zone{each.at("name").get<std::string>(), areaFrom(each.at("area")), {}};
    if (each.contains("grid")) zone.grid = gridFrom(each["grid"]);
    beginning.layout.zones.push_back(std::move(zone));
  }
  for (const Json& each : line.at("earlier")) beginning.earlier.push_back(Event::fromJson(each));
  return beginning;
}

/// What `parse` makes of a line, which may lack what it must have.
template <class Parse>
auto reading(const JsonLines& lines, Parse parse) {
  return lines.parsed([&] {
    try {
      return parse();
    } catch (const Json::exception&) {
      throw Malformed("a field is missing or of another kind");
    }
  });
}

}  // namespace

std::vector<Change> give(Follower& follower, const Input& input) {
  struct Giver {
    Follower& follower;
    std::vector<Change> operator()(const Observation& seen) const { return follower.observe(seen); }
    std::vector<Change> operator()(const Correction& correction) const { return follower.correct(correction); }
    std::vector<Change> operator()(const Answer& answer) const { return follower.answer(answer.question, answer.face); }
    std::vector<Change> operator()(const Told& told) const { return follower.tell(told.at, told.face); }
    std::vector<Change> operator()(const TurnDone& done) const { return follower.turnDone(done.time, done.frame); }
    std::vector<Change> operator()(const Said& said) const { return follower.said(said.event, said.time, said.frame); }
    std::vector<Change> operator()(const SaidTurn& turn) const {
      return follower.saidTurn(turn.player, turn.time, turn.frame);
    }
    std::vector<Change> operator()(const HeaderChange& change) const { return follower.changeHeader(change); }
    std::vector<Change> operator()(Still still) const { return follower.still(still.time); }
    std::vector<Change> operator()(TakeTable take) const { return follower.takeTable(take.time, take.frame); }
    std::vector<Change> operator()(Undo) const { return follower.undo(); }
    std::vector<Change> operator()(Redo) const { return follower.redo(); }
    std::vector<Change> operator()(Finish) const { return follower.finish(); }
  };
  return std::visit(Giver{follower}, input);
}

std::unique_ptr<Follower> follow(const Beginning& beginning) {
  std::vector<TrackedEvent> earlier;
  std::optional<Match> match;  // a game that has not begun may lack its setup
  for (const Event& event : beginning.earlier) {
    if (!match) match.emplace(beginning.header);
    match->check(event);
    earlier.push_back(
        {.n = static_cast<int>(earlier.size()) + 1, .event = event, .verdict = match->play(event), .was = {}});
  }
  return follow(beginning.header, beginning.layout, earlier, beginning.firstTold);
}

Json toJson(const Beginning& beginning) {
  Json line{{"header", beginning.header.toJson()},
            {"first_told", beginning.firstTold},
            {"layout", layoutJson(beginning.layout)},
            {"earlier", Json::array()}};
  for (const Event& event : beginning.earlier) line["earlier"].push_back(event.toJson());
  return line;
}

Json toJson(const Input& input) {
  struct Writer {
    Json operator()(const Observation& seen) const { return {{"observation", observationJson(seen)}}; }
    Json operator()(const Correction& correction) const { return {{"correct", correctionJson(correction)}}; }
    Json operator()(const Answer& answer) const {
      return {{"answer", {{"question", answer.question}, {"face", answer.face.text()}}}};
    }
    Json operator()(const Told& told) const {
      return {{"tell", {{"at", pointJson(told.at)}, {"face", told.face.text()}}}};
    }
    Json operator()(const TurnDone& done) const { return {{"turn_done", {{"t", done.time}, {"frame", done.frame}}}}; }
    Json operator()(const Said& said) const { return {{"said", saidJson(said)}}; }
    Json operator()(const SaidTurn& turn) const { return {{"turn_of", turnJson(turn)}}; }
    Json operator()(const HeaderChange& change) const { return {{"header", headerJson(change)}}; }
    Json operator()(Still still) const { return {{"still", {{"t", still.time}}}}; }
    Json operator()(TakeTable take) const { return {{"take_table", {{"t", take.time}, {"frame", take.frame}}}}; }
    Json operator()(Undo) const { return {{"undo", nullptr}}; }
    Json operator()(Redo) const { return {{"redo", nullptr}}; }
    Json operator()(Finish) const { return {{"finish", nullptr}}; }
  };
  return std::visit(Writer{}, input);
}

Session readSession(std::istream& in, const std::string& name) {
  JsonLines lines(in, name);
  Session session;
  Json line;
  if (!lines.next(line)) lines.fail("an empty file where a session was expected");
  session.beginning = reading(lines, [&] { return beginningFrom(line); });
  while (lines.next(line)) session.inputs.push_back(reading(lines, [&] { return inputFrom(line); }));
  return session;
}

}  // namespace octo::tracker
