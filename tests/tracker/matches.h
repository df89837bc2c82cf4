#pragma once

#include <utility>
#include <vector>

#include "tracker/referee/match.h"

/// What the tests of all four games say of events and matches.
namespace octo::tracker {

inline Event standing(Event event) {
  event.stands = true;
  return event;
}

inline Event takenBack(Event event) {
  event.takenBack = true;
  return event;
}

/// The match after these events.
inline Match after(const GameHeader& head, const std::vector<Event>& events) {
  Match match(head);
  for (const Event& event : events) match.play(event);
  return match;
}

}  // namespace octo::tracker
