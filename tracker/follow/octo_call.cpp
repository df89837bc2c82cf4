#include "tracker/follow/octo_call.h"

#include <algorithm>

namespace octo::tracker {

std::optional<Correction> octoCalled(const Event& said, GameId game, const std::vector<TrackedEvent>& events) {
  if (game != GameId::Octal) throw Malformed("\"Octo!\" is called in The OCTAL only");
  if (!said.player) throw Malformed("\"player\" is missing");
  const auto laid = std::find_if(events.rbegin(), events.rend(), [&](const TrackedEvent& each) {
    const std::string& action = each.event.action;
    return each.event.player == said.player && !each.event.takenBack &&
           (action == "play" || action == "override" || action == "stack");
  });
  if (laid == events.rend()) throw Refused(game, {"refused.no-card", {}});
  Event other = laid->event;
  const bool called = said.fields.value("called", true);
  if (other.fields.value("octo", false) == called) return std::nullopt;
  other.fields.erase("octo");
  if (called) other.fields["octo"] = true;
  other.stands = other.stands && laid->verdict.rule != "octal.octo";
  return Correction{.cell = Cell::at(0, 0), .face = {}, .facing = {}, .n = laid->n, .event = other};
}

}  // namespace octo::tracker
