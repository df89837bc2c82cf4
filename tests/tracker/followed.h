#pragma once

#include <string>
#include <vector>

#include "tracker/follow/follower.h"
#include "tracker/referee/match.h"

/// What the tests of all followers say of a game that was followed.
namespace octo::tracker {

/// The first events of a record, as they are kept of a game that goes on.
inline std::vector<TrackedEvent> firstOf(const Record& record, std::size_t events) {
  std::vector<TrackedEvent> told;
  Match match(record.header);
  for (std::size_t n = 0; n < events; ++n)
    told.push_back(
        {.n = static_cast<int>(n) + 1, .event = record.events[n], .verdict = match.play(record.events[n]), .was = {}});
  return told;
}

/// "position play (octal.turn) ": what was done, a breach with its rule.
inline std::string doneIn(const Follower& follower) {
  std::string text;
  for (const TrackedEvent& each : follower.events())
    text += each.event.action + (each.verdict.legal ? " " : " (" + each.verdict.rule + ") ");
  return text;
}

/// As the program knows it that did not see how it began.
inline GameHeader withoutSetup(GameHeader header) {
  header.setup = Json::object();
  return header;
}

}  // namespace octo::tracker
