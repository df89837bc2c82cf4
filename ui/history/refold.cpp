#include "ui/history/refold.h"

#include "tracker/referee/match.h"

namespace octo::ui {
namespace {

/// Earlier forms that an exported record carries; nothing where the field is some other program's own.
std::optional<std::vector<Event>> earlierForms(const Event& event, const tracker::Match& match) {
  const auto field = event.fields.find("was");
  if (field == event.fields.end() || !field->is_array()) return std::nullopt;
  std::vector<Event> forms;
  try {
    for (const Json& form : *field) {
      forms.push_back(Event::fromJson(form));
      match.check(forms.back());
    }
  } catch (const Malformed&) {
    return std::nullopt;
  }
  return forms;
}

TrackedEvent judged(Event event, int n, tracker::Match& match) {
  TrackedEvent tracked;
  tracked.n = n;
  if (auto forms = earlierForms(event, match)) {
    tracked.was = std::move(*forms);
    event.fields.erase("was");
  }
  tracked.verdict = match.play(event);
  tracked.event = std::move(event);
  return tracked;
}

std::string spoken(const Verdict& verdict) {
  std::string text = verdict.legal ? "legal" : verdict.rule;
  for (const Exposure& exposure : verdict.exposes)
    text += ", exposing " + exposure.rule + " of event " + std::to_string(exposure.n);
  return text + (verdict.applied ? "" : ", not applied");
}

/// The sentence may change with the program and its language; the ruling may not.
bool sameRuling(const Verdict& a, const Verdict& b) {
  return a.legal == b.legal && a.rule == b.rule && a.exposes == b.exposes && a.applied == b.applied;
}

void compareEvents(tracker::Match& match, const db::StoredGame& game, std::vector<std::string>& found) {
  for (const TrackedEvent& stored : game.events) {
    const Verdict verdict = match.play(stored.event);
    if (!sameRuling(verdict, stored.verdict))
      found.push_back("event " + std::to_string(stored.n) + ": the referee says " + spoken(verdict) + "; stored is " +
                      spoken(stored.verdict));
  }
}

}  // namespace

db::StoredGame judgedGame(const tracker::Record& record, const std::string& now) {
  tracker::Match match(record.header);
  db::StoredGame game;
  game.summary.header = record.header;
  game.summary.started = game.summary.ended = now;
  int n = 0;
  for (const Event& event : record.events) {
    game.events.push_back(judged(event, ++n, match));
    game.summary.breaches += !game.events.back().verdict.legal;
  }
  game.summary.events = n;
  game.summary.result = match.result();
  return game;
}

Result resultOf(const db::StoredGame& game) {
  tracker::Match match(game.summary.header);
  for (const TrackedEvent& event : game.events) match.play(event.event);
  return match.result();
}

std::vector<std::string> differences(const db::StoredGame& game) {
  std::vector<std::string> found;
  try {
    tracker::Match match(game.summary.header);
    compareEvents(match, game, found);
    if (const auto& stored = game.summary.result; stored && *stored != match.result())
      found.push_back("result: the referee says " + match.result().toJson().dump() + "; stored is " +
                      stored->toJson().dump());
  } catch (const Malformed& error) {
    found.push_back(error.what());
  }
  return found;
}

}  // namespace octo::ui
