#include "tracker/follow/replacements.h"

#include <algorithm>

#include "tracker/infer/situation.h"
#include "tracker/referee/match.h"

namespace octo::tracker {
namespace {

std::optional<Event> endOfTurnAfter(const std::vector<ExplainedStep>& steps, const GameTable& table,
                                    const GameHeader& header) {
  const auto position = table.start(header);
  for (const ExplainedStep& each : steps) playIn(*position, each.event);
  return position->situation()->endOfTurn();
}

/// The step as it is where the event was another one.
ExplainedStep stepFor(const std::vector<ExplainedStep>& before, ExplainedStep step, const Event& event,
                      const GameHeader& header) {
  step.event = event;
  step.inferred = false;
  Match match(header);
  for (const ExplainedStep& each : before) match.play(each.event);
  const Verdict verdict = match.judge(plainly(event));
  step.breach = !verdict.legal && !verdict.applied;
  if (step.breach && !event.takenBack) step.event.stands = true;
  return step;
}

}  // namespace

std::vector<ExplainedStep> Replacements::takeAll(const ExplainedStep& step) {
  std::vector<ExplainedStep> taken{step};
  std::erase_if(all_, [&](const Replacement& each) {
    if (each.time != step.time || !sameMove(each.right, step.event)) return false;
    taken.push_back(step);
    taken.back().event = each.wrong;
    taken.back().inferred = each.inferred;
    return true;
  });
  return taken;
}

std::optional<Event> Replacements::insteadOf(const ExplainedStep& step, std::span<const ExplainedStep> told) const {
  const auto isTold = [&](const Event& event) {
    return std::any_of(told.begin(), told.end(), [&](const ExplainedStep& each) {
      return each.time == step.time && sameMove(each.event, event);
    });
  };
  const auto found = std::find_if(all_.begin(), all_.end(), [&](const Replacement& each) {
    return each.time == step.time && (sameMove(each.wrong, step.event) || sameMove(each.right, step.event)) &&
           !isTold(each.right);
  });
  return found == all_.end() ? std::nullopt : std::optional(found->right);
}

void addInstead(std::vector<ExplainedStep>& steps, const ExplainedStep& wrong, const Event& event,
                const GameTable& table, const GameHeader& header) {
  const auto inOrder = [&](const std::vector<ExplainedStep>& before) {
    return !stepFor(before, wrong, event, header).breach;
  };
  const bool concluded = !steps.empty() && steps.back().inferred;
  if (event.player && !concluded && !inOrder(steps)) {
    std::vector<ExplainedStep> more = steps;
    for (std::size_t turns = 1; turns < header.players.size() && !inOrder(more); ++turns)
      if (const auto end = endOfTurnAfter(more, table, header))
        more.push_back({*end, true, false, false, wrong.time, wrong.frame, 0});
    if (inOrder(more)) steps = std::move(more);
  }
  steps.push_back(stepFor(steps, wrong, event, header));
}

}  // namespace octo::tracker
