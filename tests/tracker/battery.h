#pragma once

#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <functional>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "datasets/play/dealer.h"
#include "tracker/record/record_io.h"
#include "tracker/referee/match.h"

/// What holds for every game's referee, tried on the random play of its dealer.
namespace octo::tracker::battery {

using Random = datasets::Chance;
using Subject = datasets::Dealer;
using datasets::oneOf;
using datasets::upTo;

/// A game as it was played: the record, what the referee said live, and the state after each event.
struct Played {
  Record record;
  std::vector<Verdict> verdicts;
  std::vector<Match> states;  // states[k]: after k events
};

/// About one event in five is any event or one with a mistake in it; so many events at most.
inline Played play(const Subject& subject, Random& random, int events) {
  Played played{{subject.header(random), {}}, {}, {}};
  Match match(played.record.header);
  played.states.push_back(match);
  for (int k = 0; k < events; ++k) {
    std::optional<Event> event;
    if (upTo(4, random)) event = subject.legal(match, random);
    if (!event) event = upTo(1, random) ? subject.any(match, random) : spoilt(subject, match, random);
    played.record.events.push_back(*event);
    played.verdicts.push_back(match.play(*event));
    played.states.push_back(match);
  }
  return played;
}

inline void checkReplay(const Played& played) {
  Match match(played.record.header);
  for (std::size_t k = 0; k < played.record.events.size(); ++k) {
    RC_ASSERT(match == played.states[k]);
    RC_ASSERT(match.play(played.record.events[k]) == played.verdicts[k]);
  }
  RC_ASSERT(match == played.states.back());
  RC_ASSERT(match.result() == played.states.back().result());
}

inline void checkRoundTrip(const Played& played) {
  std::stringstream file;
  writeRecord(file, played.record);
  const Record again = readRecord(file, "round trip");
  RC_ASSERT(again.header.toJson() == played.record.header.toJson());
  RC_ASSERT(again.events == played.record.events);
}

inline void checkPrefix(const Played& played, Random& random) {
  const int length = upTo(static_cast<int>(played.record.events.size()), random);
  Match match(played.record.header);
  for (int k = 0; k < length; ++k) match.play(played.record.events[static_cast<std::size_t>(k)]);
  RC_ASSERT(match == played.states[static_cast<std::size_t>(length)]);
}

inline void checkUnapplied(const Played& played) {
  for (std::size_t k = 0; k < played.verdicts.size(); ++k)
    if (!played.verdicts[k].applied) RC_ASSERT(played.states[k] == played.states[k + 1]);
}

/// Legal play alone: judged legal, pieces counted, over in time.
inline void checkLegalGame(const Subject& subject, Random& random) {
  Match match(subject.header(random));
  const Json count = match.describe().at("count");
  while (const std::optional<Event> event = subject.legal(match, random)) {
    const Verdict verdict = match.play(*event);
    if (!verdict.legal) RC_FAIL(event->toJson().dump() + " is not legal: " + verdict.because);
    RC_ASSERT(match.describe().at("count") == count);
    RC_ASSERT(match.events() <= subject.longest);
  }
  RC_ASSERT(match.over());
  RC_ASSERT(!match.result().winners.empty());
  RC_ASSERT(!match.toMove().has_value());
}

/// Runs a property as an assertion of the Catch2 test; the failing seed is printed.
inline void holds(const std::string& what, const std::function<void(Random&)>& property) {
  INFO(what);
  CHECK(rc::check(what, [&](unsigned seed) {
    Random random(seed);
    property(random);
  }));
}

/// The whole battery, one Catch2 assertion a property.
inline void run(GameId id, int events = 60) {
  const Subject& subject = datasets::dealerOf(id);
  const auto game = [&](Random& random) { return play(subject, random, events); };
  holds("replay equals live play", [&](Random& random) { checkReplay(game(random)); });
  holds("a record written and read is the same", [&](Random& random) { checkRoundTrip(game(random)); });
  holds("a prefix of a record is an earlier state", [&](Random& random) { checkPrefix(game(random), random); });
  holds("an event that is not applied changes nothing", [&](Random& random) { checkUnapplied(game(random)); });
  holds("a legal game keeps every piece and ends", [&](Random& random) { checkLegalGame(subject, random); });
}

}  // namespace octo::tracker::battery
