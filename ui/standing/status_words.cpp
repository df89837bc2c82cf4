#include "ui/standing/status_words.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/history/move_text.h"

namespace octo::ui {
namespace {

using Kind = TableStatus::Kind;

constexpr std::size_t kMostPlaces = 4;
/// Kinds of pieces of which a setup has more than one.
constexpr std::array kCountedPieces{"question", "head", "pot", "action"};

const char* keyOf(Kind kind) {
  switch (kind) {
    case Kind::Opening:
      return "opening";
    case Kind::Looking:
      return "looking";
    case Kind::Setup:
      return "setup";
    case Kind::Turn:
      return "turn";
    case Kind::Hand:
      return "hand";
    case Kind::Reading:
      return "reading";
    case Kind::Mismatch:
      return "mismatch";
    case Kind::Lost:
      return "lost";
    case Kind::Paused:
      return "paused";
    case Kind::GameOver:
      return "over";
    case Kind::SourceEnd:
      return "end";
  }
  return "";
}

const char* keyOf(vision::PictureTrouble trouble) {
  switch (trouble) {
    case vision::PictureTrouble::CutOff:
      return "cut-off";
    case vision::PictureTrouble::Dark:
      return "dark";
    case vision::PictureTrouble::Glare:
      return "glare";
    case vision::PictureTrouble::Blurred:
      return "blurred";
    case vision::PictureTrouble::Far:
      return "far";
  }
  return "";
}

/// Where on the table that is, as player 0 sees it; `reach`: of the marks farthest from the middle, mm.
std::string placeName(TablePoint at, double reach) {
  const double part = reach / 2;
  const std::string depth = at.y > part ? "far" : at.y < -part ? "near" : "";
  const std::string side = at.x > part ? "right" : at.x < -part ? "left" : "";
  return depth.empty() || side.empty() ? depth + side : depth + "-" + side;
}

std::string listOf(const std::vector<std::string>& texts, const Words& words) {
  std::string all;
  for (const std::string& text : texts) all += (all.empty() ? "" : words.say("comma")) + text;
  return all;
}

std::string missingMarks(const TableStatus& status, const Words& words) {
  double reach = 1;
  for (const TablePoint& at : status.missingMarks) reach = std::max({reach, std::abs(at.x), std::abs(at.y)});
  std::vector<std::string> places;
  for (const TablePoint& at : status.missingMarks) {
    const std::string name = placeName(at, reach);
    if (name.empty()) continue;
    const std::string place = words.say("mark." + name);
    if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
  }
  if (places.size() > kMostPlaces) places.resize(kMostPlaces);
  return listOf(places, words);
}

std::string missingPieces(const TableStatus& status, const Words& words) {
  std::vector<std::string> kinds, things;
  for (const tracker::MissingPiece& piece : status.missing)
    if (std::find(kinds.begin(), kinds.end(), piece.what) == kinds.end()) kinds.push_back(piece.what);
  for (const std::string& kind : kinds) {
    const auto count = std::count_if(status.missing.begin(), status.missing.end(),
                                     [&](const tracker::MissingPiece& piece) { return piece.what == kind; });
    const bool counted = std::find(kCountedPieces.begin(), kCountedPieces.end(), kind) != kCountedPieces.end();
    things.push_back(counted ? words.count("piece." + kind, static_cast<int>(count)) : words.say("piece." + kind));
  }
  return listOf(things, words);
}

std::string lookingDetail(const TableStatus& status, const Words& words) {
  if (status.anotherTable) return words.say("state.looking.another");
  const bool some =
      std::any_of(status.marks.begin(), status.marks.end(), [](const vision::SeenMark& mark) { return mark.ours; });
  const std::string places = some ? missingMarks(status, words) : "";
  return places.empty() ? words.say("state.looking.none") : words.say("state.looking.some", {{"places", places}});
}

std::string setupDetail(const TableStatus& status, const Words& words) {
  if (status.missing.empty()) return words.say("state.setup.none");
  if (status.missing.front().what == "lady") return words.say("state.setup.lady");
  return words.say("state.setup.missing", {{"things", missingPieces(status, words)}});
}

/// How a table that does not match can be made to.
std::string mismatchHelp(const TableStatus& status, const Words& words) {
  if (!status.canTakeTable) return words.say("state.mismatch.help");
  return words.say(status.gameBegun ? "state.mismatch.take" : "state.mismatch.begun");
}

}  // namespace

StatusText statusText(const TableStatus& status, const GameHeader& header, const Words& words) {
  const std::string key = std::string("state.") + keyOf(status.kind);
  StatusText text;
  text.headline = words.say(key);
  const auto help = [&] {
    if (status.stuck) text.details.push_back(words.say(key + ".help"));
  };
  switch (status.kind) {
    case Kind::Turn:
      text.headline = status.player ? words.say(key, {{"player", playerName(header, *status.player)}})
                                    : words.say("state.turn.nobody");
      break;
    case Kind::Looking:
      text.details.push_back(lookingDetail(status, words));
      help();
      break;
    case Kind::Setup:
      if (status.isSetUp && status.missing.empty()) {
        text.headline = words.say("state.ready");
        text.details.push_back(words.say("state.ready.help"));
        break;
      }
      text.details.push_back(setupDetail(status, words));
      if (status.missing.empty() || status.missing.front().what != "lady") help();
      break;
    case Kind::Mismatch:
      text.details.push_back(words.count(key, static_cast<int>(status.differences.size())));
      text.details.push_back(mismatchHelp(status, words));
      break;
    case Kind::Lost:
      if (any(status.trouble)) text.details.push_back(words.trouble(status.trouble));
      text.details.push_back(words.say(key + ".help"));
      break;
    case Kind::Paused:
      text.details.push_back(words.say(key + ".help"));
      break;
    case Kind::Opening:
    case Kind::Hand:
    case Kind::Reading:
      help();
      break;
    case Kind::GameOver:
    case Kind::SourceEnd:
      break;
  }
  if (status.advice) text.advice = words.say(std::string("advice.") + keyOf(*status.advice));
  return text;
}

std::string textOf(const StatusText& text) {
  std::string all = text.headline + text.advice;
  for (const std::string& detail : text.details) all += detail;
  return all;
}

}  // namespace octo::ui
