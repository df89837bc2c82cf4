#pragma once

#include <optional>
#include <span>
#include <vector>

#include "tracker/follow/explainer.h"

namespace octo::tracker {

/// What a person said an event was instead.
struct Replacement {
  Event wrong, right;
  /// Of the rest that showed it, s.
  double time = 0;
  /// The wrong one left no trace.
  bool inferred = false;
};

/// The events that people replaced, so that the wrong ones are replaced again wherever the game is explained anew and
/// they are found once more.
class Replacements {
 public:
  void add(Replacement replacement) { all_.push_back(std::move(replacement)); }
  /// The step, which is corrected now; and each step that it had taken the place of, which is forgotten here.
  std::vector<ExplainedStep> takeAll(const ExplainedStep& step);
  /// What happened instead of that step: also where it now explains the table by itself. Nothing where nobody said so,
  /// or where it is among the steps told: then the table shows the other event as well.
  std::optional<Event> insteadOf(const ExplainedStep& step, std::span<const ExplainedStep> told) const;

 private:
  std::vector<Replacement> all_;
};

/// Adds the event in the place of the wrong step, which would come next. Where it would be out of turn, turns before it
/// ended without a trace, unless the last step was concluded: then that may be what is wrong, and people say so. If it
/// is a breach nevertheless, it stands.
void addInstead(std::vector<ExplainedStep>& steps, const ExplainedStep& wrong, const Event& event,
                const GameTable& table, const GameHeader& header);

}  // namespace octo::tracker
