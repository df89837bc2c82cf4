#include "tracker/octal/move.h"

#include "tracker/octal/read_card.h"
#include "tracker/octal/state.h"
#include "tracker/referee/common.h"

namespace octo::tracker::octal {
namespace {

int questionField(const Json& fields, const GameHeader& header) {
  (void)field(fields, "on");
  const int on = numberField(fields, "on", 0);
  const int count = questionsIn(header);
  if (on < 0 || on >= count) throw Malformed(count == 1 ? "\"on\" must be 0" : "\"on\" must be 0 or 1");
  return on;
}

Points pointsField(const Json& fields) {
  return choiceField(fields, "points", {"top", "below"}) == "top" ? Points::Top : Points::Below;
}

bool octoField(const Json& fields) { return truthField(fields, "octo", false); }

}  // namespace

Move parseMove(const Event& event, const GameHeader& header) {
  const Json& fields = event.fields;
  if (event.action == "reshuffle") {
    if (event.player) (void)playerOf(event, header);
    return Reshuffle{};
  }
  (void)playerOf(event, header);
  if (event.action == "play")
    return Play{cardField(fields, "card"), questionField(fields, header), pointsField(fields), octoField(fields)};
  if (event.action == "pass") return Pass{};
  if (event.action == "override")
    return Override{cardsField(fields, "cards"), questionField(fields, header), octoField(fields)};
  if (event.action == "stack") return Stack{cardField(fields, "card"), octoField(fields)};
  throw Malformed("\"do\" must be play, pass, override, stack or reshuffle");
}

}  // namespace octo::tracker::octal
