#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "tracker/vocabulary/event.h"
#include "tracker/vocabulary/observation.h"

namespace octo::tracker {

/// A rest of the table: what was seen, as it was read, and the events that people said did not happen then.
struct SeenRest {
  Observation observation;
  std::vector<Event> denied = {};
};

/// All rests of a table that a game was followed at, in the order in which they were seen.
class SeenRests {
 public:
  bool empty() const { return rests_.empty(); }
  std::size_t size() const { return rests_.size(); }
  const SeenRest& operator[](std::size_t rest) const { return rests_[rest]; }
  /// The looks up to that rest, and at it.
  std::span<const SeenRest> upTo(std::size_t rest) const { return std::span(rests_).first(rest + 1); }
  /// Null as long as there is none.
  const Observation* latest() const { return rests_.empty() ? nullptr : &rests_.back().observation; }

  /// Whether it is another look at the latest rest.
  bool isAgain(const Observation& look) const { return !empty() && latest()->time == look.time; }
  /// Another look takes the place of the one before, but keeps its forearms. `events`: how many the game has.
  void add(const Observation& look, std::size_t events);
  /// From that rest on nothing was seen.
  void forgetFrom(std::size_t rest) { rests_.resize(rest); }

  /// The event did not happen at the rests from `from` up to, not including, `end`.
  void deny(const Event& event, std::size_t from, std::size_t end);
  /// Nor at those still to come, as long as the game has as many events as it has when this correction is done.
  void denyNext(const Event& event) { deniedNext_.push_back(event); }
  void correctionDone(std::size_t events) { deniedAt_ = events; }

  /// The first rest of that time or later; their number where there is none, s.
  std::size_t firstAt(double time) const;
  /// The first of the rests in a row, up to the latest, that read as the latest does, or not at all, what lies at that
  /// place. A piece must lie there.
  std::size_t lyingSince(TablePoint at) const;

 private:
  std::vector<SeenRest> rests_;
  std::vector<Event> deniedNext_;
  std::size_t deniedAt_ = 0;
};

}  // namespace octo::tracker
