#include "ui/standing/move_words.h"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "tracker/messages/catalogue.h"
#include "tracker/referee/match.h"

namespace octo::ui {
namespace {

constexpr std::size_t kMostPieces = 5;

/// "deck+discard": where cards were drawn from, whatever the order.
std::string drawnFrom(const Json& from) {
  std::vector<std::string> piles;
  for (const Json& each : from)
    if (each.is_string()) piles.push_back(each.get<std::string>());
  std::sort(piles.begin(), piles.end());
  std::string all;
  for (const std::string& pile : piles) all += (all.empty() ? "" : "+") + pile;
  return all;
}

std::string plain(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string spelled(std::string action) {
  std::replace(action.begin(), action.end(), '-', ' ');
  return action;
}

/// The face of a piece as its field names it.
std::optional<Face> faceOf(GameId game, const std::string& field, const std::string& name) {
  if (name == "?") return std::nullopt;
  if (game == GameId::Octagone) return Face("shield:" + name);
  if (game == GameId::Oct8 && (field == "head" || field == "colour")) return Face("head:" + name);
  return Face(name);
}

}  // namespace

MoveWords::MoveWords(const GameHeader& header, std::string language)
    : game_(header.game),
      players_(header.players),
      language_(std::move(language)),
      twin_(header.options.value("mode", Json()) != "single") {}

std::string MoveWords::pattern(const Event& event) const {
  const auto found = [&](const std::string& key) -> std::optional<std::string> {
    if (!tracker::hasSentence(name(game_), key)) return std::nullopt;
    return tracker::pattern(name(game_), key, language_);
  };
  const std::string key = "move." + event.action;
  if (const auto from = event.fields.find("from"); from != event.fields.end() && from->is_array())
    if (const auto special = found(key + "." + drawnFrom(*from))) return *special;
  return found(key).value_or("");
}

bool MoveWords::holds(const Event& event, const std::string& condition) const {
  if (condition == "twin") return twin_;
  const std::size_t equals = condition.find('=');
  const bool negated = equals != std::string::npos && equals > 0 && condition[equals - 1] == '!';
  const auto field = event.fields.find(condition.substr(0, equals - (negated ? 1 : 0)));
  if (equals != std::string::npos) {
    const bool same = field != event.fields.end() && plain(*field) == condition.substr(equals + 1);
    return same != negated;
  }
  return field != event.fields.end() && *field != false && *field != Json::array();
}

/// The words with those clauses that are said.
std::string MoveWords::withClauses(std::string_view words, const Event& event) const {
  std::string text;
  while (!words.empty()) {
    const std::size_t open = words.find('[');
    text += words.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t bar = words.find('|', open), close = words.find(']', bar);
    if (holds(event, std::string(words.substr(bar + 1, close - bar - 1))))
      text += words.substr(open + 1, bar - open - 1);
    words.remove_prefix(close + 1);
  }
  return text;
}

std::string MoveWords::valueOf(const Event& event, const std::string& field, const tracker::PieceWords& words) const {
  const Json& value = event.fields.at(field);
  const bool inPot = game_ == GameId::Octa && (field == "pot" || field == "claim" || field == "take");
  const auto one = [&](const Json& part) {
    if (inPot && part.is_number_integer()) {
      // Where the token claims the place that was swapped, it is the new card that counts.
      const bool swapped = field == "claim" && part == event.fields.value("pot", Json());
      return swapped && event.fields.contains("give") ? words.spoken(plain(event.fields["give"]))
                                                      : words.potPlace(part.get<int>());
    }
    // Records count questions and action piles from 0, people from 1.
    if ((field == "on" || field == "onto") && part.is_number_integer())
      return std::to_string(part.get<std::int64_t>() + 1);
    return field == "slot" ? words.slot(plain(part)) : words.spoken(plain(part));
  };
  if (!value.is_array()) return one(value);
  if (value.empty()) return tracker::sentence(name(game_), {"word.none", {}}, language_);
  std::string all;
  for (const Json& part : value) all += (all.empty() ? "" : ", ") + one(part);
  return all;
}

/// A move that no sentence fits, as the record has it.
std::string MoveWords::recordWords(const Event& event, const tracker::PieceWords& words) const {
  std::string text = spelled(event.action);
  for (const auto& [field, value] : event.fields.items()) {
    if (field == "was" || value.is_object()) continue;
    const bool unnamed = field == "card" || field == "cards";
    text += (unnamed ? " " : " " + field + " ") + valueOf(event, field, words);
  }
  return text;
}

std::string MoveWords::text(const Event& event, const Json& before) const {
  tracker::PieceWords words(game_, players_, language_);
  words.know(before);
  const std::string chosen = withClauses(pattern(event), event);
  bool whole = !chosen.empty();
  std::string text = tracker::filled(chosen, [&](std::string_view placeholder) {
    const std::string field(placeholder);
    if (event.fields.contains(field)) return valueOf(event, field, words);
    whole = false;
    return std::string();
  });
  return whole ? text : recordWords(event, words);
}

std::string MoveWords::sentence(const Event& event, const Json& before) const {
  const std::string move = text(event, before);
  if (!event.player) return move;
  const tracker::PieceWords words(game_, players_, language_);
  return tracker::sentence(name(game_), {"move.by", {{"player", words.player(*event.player)}, {"move", move}}},
                           language_);
}

std::vector<Face> piecesOf(GameId game, const Event& event) {
  std::vector<Face> pieces;
  if (event.action == "lady") return {Face("shield:lady")};
  for (const char* field : {"piece", "card", "cards", "head", "colour", "give", "take", "for"}) {
    const auto found = event.fields.find(field);
    if (found == event.fields.end()) continue;
    for (const Json& each : found->is_array() ? *found : Json::array({*found}))
      if (each.is_string())
        if (auto face = faceOf(game, field, each.get<std::string>())) pieces.push_back(std::move(*face));
  }
  if (pieces.size() > kMostPieces) pieces.resize(kMostPieces, Face::unknown());
  return pieces;
}

std::vector<SpokenEvent> spokenEvents(const GameHeader& header, const std::vector<TrackedEvent>& events,
                                      const std::string& language) {
  std::vector<SpokenEvent> spoken;
  const MoveWords words(header, language);
  std::optional<tracker::Match> match;
  const auto say = [&](const TrackedEvent& each) {
    SpokenEvent one{words.text(each.event, match ? match->describe() : Json()), each.verdict.because,
                    piecesOf(header.game, each.event)};
    if (!match) return one;
    const Verdict verdict = match->play(each.event);
    if (verdict.rule == each.verdict.rule) one.because = verdict.because;
    return one;
  };
  try {
    match.emplace(header, language, tracker::Match::Names::Spoken);
  } catch (const Malformed&) {
    // A header that lacks its setup: the moves are said without a state.
  }
  for (const TrackedEvent& each : events) {
    try {
      spoken.push_back(say(each));
    } catch (const Malformed&) {
      match.reset();
      spoken.push_back(say(each));
    }
  }
  return spoken;
}

}  // namespace octo::ui
