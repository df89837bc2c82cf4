#include "ui/history/event_lines.h"

#include <cmath>

namespace octo::ui {
namespace {

/// Seconds to the millisecond and confidences to the thousandth: enough to read, short to print.
double thousandths(double value) { return std::round(value * 1000) / 1000; }

void addAll(Json& line, const Json& fields) {
  for (const auto& [key, value] : fields.items()) line[key] = value;
}

Json earlierForms(const TrackedEvent& event) {
  Json list = Json::array();
  for (const Event& form : event.was) list.push_back(form.toJson());
  return list;
}

Json nullIfEmpty(const std::string& text) { return text.empty() ? Json() : Json(text); }

}  // namespace

Json eventLine(const TrackedEvent& event) {
  Json line{{"n", event.n}, {"t", thousandths(event.time)}, {"frame", event.frame}};
  addAll(line, event.event.toJson());
  addAll(line, event.verdict.toJson());
  line["confidence"] = thousandths(event.confidence);
  if (event.inferred) line["inferred"] = true;
  if (!event.was.empty()) line["was"] = earlierForms(event);
  return line;
}

Json changeLine(const tracker::Change& change) {
  const TrackedEvent& event = change.event;
  switch (change.kind) {
    case tracker::Change::Kind::Added:
      return eventLine(event);
    case tracker::Change::Kind::Removed:
      return Json{{"n", event.n}, {"now", nullptr}};
    case tracker::Change::Kind::Revised:
      break;
  }
  Json line{{"n", event.n}, {"now", event.event.toJson()}};
  addAll(line, event.verdict.toJson());
  return line;
}

Json recordLine(const TrackedEvent& event) {
  Json line = event.event.toJson();
  if (!event.was.empty()) line["was"] = earlierForms(event);
  return line;
}

Json gameLine(const db::GameSummary& game) {
  Json line{{"id", game.id},
            {"game", name(game.header.game)},
            {"players", game.header.players},
            {"started", nullIfEmpty(game.started)},
            {"ended", nullIfEmpty(game.ended)},
            {"events", game.events},
            {"breaches", game.breaches},
            {"result", game.result ? game.result->toJson() : Json()}};
  if (!game.notes.empty()) line["notes"] = game.notes;
  if (!game.deleted.empty()) line["deleted"] = game.deleted;
  return line;
}

std::string printed(const Json& line) { return line.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace octo::ui
