#pragma once

#include "tracker/referee/match.h"
#include "ui/history/refold.h"

/// Games for the tests of the history, played by the referee's own rules.
namespace octo::test {

inline GameHeader octagoneHeader(std::vector<std::string> players = {"Ann", "Ben"}) {
  GameHeader header;
  header.players = std::move(players);
  header.options["part"] = 2;
  return header;
}

inline Event eventOf(const tracker::MoveShape& shape) {
  Event event;
  event.player = shape.player;
  event.action = shape.action;
  event.fields = shape.fields;
  return event;
}

/// A legal game of at most so many events: of what is legal, not always the first. Unless `skipping`, only who can lay
/// nothing skips.
inline tracker::Record playedRecord(const GameHeader& header, int events, bool skipping = true) {
  tracker::Match match(header);
  tracker::Record record{header, {}};
  for (int i = 0; i < events && !match.over(); ++i) {
    auto options = match.options();
    if (!skipping && options.size() > 1)
      std::erase_if(options, [](const tracker::MoveShape& move) { return move.action == "skip"; });
    record.events.push_back(eventOf(options[static_cast<std::size_t>(i * 7) % options.size()]));
    match.play(record.events.back());
  }
  return record;
}

/// The same with two breaches at the end: one that stands and one that was taken back.
inline tracker::Record recordWithBreaches(const GameHeader& header) {
  tracker::Record record = playedRecord(header, 6);
  tracker::Match match(header);
  for (const Event& event : record.events) match.play(event);
  Event wrong;
  wrong.player = match.toMove();
  wrong.action = "lady";
  wrong.fields = Json{{"at", "d3"}, {"facing", "NE"}};
  wrong.takenBack = true;
  record.events.push_back(wrong);
  wrong.takenBack = false;
  wrong.stands = true;
  record.events.push_back(wrong);
  return record;
}

inline db::StoredGame storedGame(const tracker::Record& record) {
  return ui::judgedGame(record, "2026-11-21T09:00:00Z");
}

}  // namespace octo::test
