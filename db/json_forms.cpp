#include "db/json_forms.h"

namespace octo::db {
namespace {

/// Takes a field out of an object; every failure is a Malformed that names the field.
template <class T>
T field(const Json& object, const char* name) {
  try {
    return object.at(name).get<T>();
  } catch (const Json::exception&) {
    throw Malformed(std::string("\"") + name + "\" is missing or of the wrong kind");
  }
}

template <class T>
T field(const Json& object, const char* name, T absent) {
  return object.contains(name) ? field<T>(object, name) : absent;
}

Json parseObject(std::string_view text) {
  Json value = parseJson(text);
  if (!value.is_object()) throw Malformed("a JSON object was expected");
  return value;
}

Exposure exposureFrom(const Json& value) { return {field<std::string>(value, "rule"), field<int>(value, "n")}; }

}  // namespace

std::string compact(const Json& value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

Json parseJson(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::exception&) {
    throw Malformed("JSON was expected");
  }
}

std::string headerText(const GameHeader& header) { return compact(header.toJson()); }
GameHeader headerFrom(std::string_view text) { return GameHeader::fromJson(parseJson(text)); }

std::string eventText(const Event& event) { return compact(event.toJson()); }
Event eventFrom(std::string_view text) { return Event::fromJson(parseJson(text)); }

std::string eventsText(const std::vector<Event>& events) {
  Json list = Json::array();
  for (const Event& event : events) list.push_back(event.toJson());
  return compact(list);
}

std::vector<Event> eventsFrom(std::string_view text) {
  const Json list = parseJson(text);
  if (!list.is_array()) throw Malformed("a list of events was expected");
  std::vector<Event> events;
  for (const Json& event : list) events.push_back(Event::fromJson(event));
  return events;
}

std::string verdictText(const Verdict& verdict) {
  Json value = verdict.toJson();
  value["applied"] = verdict.applied;
  return compact(value);
}

Verdict verdictFrom(std::string_view text) {
  const Json value = parseObject(text);
  Verdict verdict;
  verdict.legal = field<bool>(value, "legal");
  verdict.applied = field<bool>(value, "applied");
  verdict.rule = field<std::string>(value, "rule", "");
  verdict.because = field<std::string>(value, "because", "");
  for (const Json& exposure : field<Json>(value, "exposes", Json::array()))
    verdict.exposes.push_back(exposureFrom(exposure));
  return verdict;
}

std::string resultText(const Result& result) { return compact(result.toJson()); }

Result resultFrom(std::string_view text) {
  const Json value = parseObject(text);
  Result result;
  result.over = field<bool>(value, "over");
  result.reason = field<std::string>(value, "reason", "");
  result.hands = field<std::vector<int>>(value, "hands");
  result.scores = field<std::vector<int>>(value, "scores");
  result.winners = field<std::vector<int>>(value, "winners", {});
  result.unrevealed = field<std::vector<int>>(value, "unrevealed", {});
  return result;
}

}  // namespace octo::db
