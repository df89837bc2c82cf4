#pragma once

#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tracker/follow/session.h"

namespace octo::test {

/// A game that is followed, with all that the follower was shown and told, so that it can be followed again from the
/// session as it is written.
class ToldGame {
 public:
  explicit ToldGame(tracker::Beginning beginning)
      : beginning_(std::move(beginning)), follower_(tracker::follow(beginning_)) {}

  std::vector<tracker::Change> give(tracker::Input input) {
    auto changes = tracker::give(*follower_, input);  // may throw: then it is no part of the session
    inputs_.push_back(std::move(input));
    return changes;
  }

  tracker::Follower& follower() { return *follower_; }
  /// An event a line.
  std::string text() const { return text(*follower_); }
  /// The same of the game followed again.
  std::string replayed() const {
    std::string lines = tracker::toJson(beginning_).dump() + '\n';
    for (const tracker::Input& input : inputs_) lines += tracker::toJson(input).dump() + '\n';
    std::istringstream in(lines);
    const tracker::Session session = tracker::readSession(in, "session");
    const auto again = tracker::follow(session.beginning);
    for (const tracker::Input& input : session.inputs) tracker::give(*again, input);
    return text(*again);
  }

 private:
  static std::string text(const tracker::Follower& follower) {
    std::string all;
    for (const TrackedEvent& each : follower.events())
      all += each.event.toJson().dump() + (each.verdict.legal ? "" : " " + each.verdict.rule) + '\n';
    return all;
  }

  tracker::Beginning beginning_;
  std::unique_ptr<tracker::Follower> follower_;
  std::vector<tracker::Input> inputs_;
};

/// Corrects event `n` to another one, or says that it did not happen.
inline tracker::Correction corrected(int n, std::optional<Event> event = {}) {
  return {.cell = Cell::at(0, 0), .face = {}, .facing = {}, .n = n, .event = std::move(event)};
}

}  // namespace octo::test
