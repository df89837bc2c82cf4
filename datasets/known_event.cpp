#include "datasets/known_event.h"

#include <algorithm>
#include <utility>

#include "tracker/follow/guess.h"
#include "tracker/referee/match.h"

namespace octo::datasets {
namespace {

using tracker::Match;

void sortList(Json& fields, const char* name) {
  if (fields.contains(name)) std::sort(fields[name].begin(), fields[name].end());
}

/// Where an `all` is on top it does not matter where the arrow of the next card points, nor where that of an `all`.
void plainOctal(Event& event, const Match& before) {
  event.fields.erase("octo");
  if (event.action != "play") return;
  const Json state = before.describe();
  const bool open = state["questions"][event.fields["on"].get<std::size_t>()]["open"].get<bool>();
  const std::string points = event.fields.value("points", "top");
  event.fields.erase("points");
  if (!open && event.fields["card"] != "all") event.fields["points"] = points;
}

/// A swap may be told from either octopus.
void plainOct8(Event& event) {
  Json& fields = event.fields;
  if (event.action == "turn-draw" && fields["to"] == "hand") fields.erase("card");
  for (const char* name : {"from", "cards", "give", "take", "for"})
    if (event.action != "discard" && fields.contains(name) && fields[name].is_array()) sortList(fields, name);
  if (event.action == "swap" && fields["b"] < fields["a"]) {
    std::swap(fields["a"], fields["b"]);
    std::swap(fields["take"], fields["for"]);
  }
}

void plainOcta(Event& event) {
  Json& fields = event.fields;
  if (event.action == "meld" && !fields.contains("token")) fields["token"] = false;
  if (event.action == "meld" || event.action == "extend" || event.action == "king") sortList(fields, "cards");
  if (event.action == "queen") sortList(fields, "take");
  if (event.action == "swap") sortList(fields, "claim");
}

/// Fields in one order, without marks of the record.
Event plain(Event event, GameId game) {
  event = plainly(std::move(event));
  for (const char* mark : {"frame", "was"}) event.fields.erase(mark);
  if (game == GameId::Oct8) plainOct8(event);
  if (game == GameId::Octa) plainOcta(event);
  std::vector<std::string> names;
  for (const auto& [name, value] : event.fields.items()) names.push_back(name);
  std::sort(names.begin(), names.end());
  Json ordered = Json::object();
  for (const std::string& name : names) ordered[name] = event.fields[name];
  event.fields = std::move(ordered);
  return event;
}

Event plain(const Event& event, const Match& before, GameId game) {
  Event known = plain(event, game);
  if (game == GameId::Octal) plainOctal(known, before);
  return known;
}

bool leavesTrace(const Event& event) {
  const auto fromDeckOnly = [&] {
    const Json& from = event.fields["from"];
    return std::all_of(from.begin(), from.end(), [](const Json& pile) { return pile == "deck"; });
  };
  if (event.action == "skip" || event.action == "pass" || event.action == "end-turn") return false;
  if (event.action == "turn-draw") return event.fields["to"] != "hand";
  if (event.action == "draw") return event.fields.contains("from") && !fromDeckOnly();
  if (event.action == "king") return event.fields["from"] != "stock";
  return true;
}

/// One list may be the other, `?` standing for any card.
bool mayBeSame(const Json& a, const Json& b) {
  if (a.size() != b.size()) return false;
  std::vector<Json> left(b.begin(), b.end());
  std::size_t unknown = 0;
  for (const Json& card : a) {
    const auto found = card == "?" ? left.end() : std::find(left.begin(), left.end(), card);
    if (found == left.end())
      ++unknown;
    else
      left.erase(found);
  }
  const auto open = static_cast<std::size_t>(std::count(a.begin(), a.end(), Json("?")) +
                                             std::count(left.begin(), left.end(), Json("?")));
  return unknown <= open;
}

bool isSame(const Event& a, const Event& b) {
  if (a.action != b.action || a.player != b.player) return false;
  if (a.action == "discard" && a.fields.contains("cards") && b.fields.contains("cards"))
    return mayBeSame(a.fields["cards"], b.fields["cards"]);
  return a == b;
}

}  // namespace

std::vector<KnownEvent> knownEvents(const tracker::Record& record) {
  std::vector<KnownEvent> events;
  Match match(record.header);
  for (const Event& event : record.events) {
    const Match before = match;
    const Verdict verdict = match.play(event);
    events.push_back({plain(event, before, record.header.game), verdict.rule, verdict.applied, leavesTrace(event)});
    for (const Exposure& exposure : verdict.exposes)
      events[static_cast<std::size_t>(exposure.n) - 1].rule = exposure.rule;
  }
  return events;
}

bool sameEvent(const KnownEvent& a, const KnownEvent& b) { return a.applied == b.applied && isSame(a.event, b.event); }

bool sameUnjudged(const Event& a, const Event& b, GameId game) {
  Event one = plain(a, game), other = plain(b, game);
  one.takenBack = other.takenBack;
  if (one.action == "king" && other.action == "king" && one.fields.contains("cards") && other.fields.contains("cards"))
    return one.player == other.player &&
           mayBeSame(tracker::asSeen(one).fields["cards"], tracker::asSeen(other).fields["cards"]);
  return isSame(one, other);
}

}  // namespace octo::datasets
