#include "tracker/follow/news.h"

#include "tracker/follow/guess.h"
#include "tracker/infer/parameters.h"

namespace octo::tracker {
namespace {

/// What is so likely is told; a breach that nobody took back must be likelier.
constexpr double kLikely = 0.5;
const double kBreachLikely = infer::Parameters().breachSure();

bool sameVerdict(const Verdict& a, const Verdict& b) {
  return a.legal == b.legal && a.rule == b.rule && a.exposes == b.exposes && a.applied == b.applied;
}

}  // namespace

std::vector<Change> takeOver(std::vector<TrackedEvent>& known, std::vector<TrackedEvent> now, Match& match) {
  std::vector<Change> news;
  for (std::size_t n = 0; n < now.size(); ++n) {
    TrackedEvent& event = now[n];
    event.n = static_cast<int>(n) + 1;
    event.verdict = match.play(event.event);
    if (n >= known.size()) {
      news.push_back({Change::Kind::Added, event});
      continue;
    }
    event.was = known[n].was;
    if (known[n].event == event.event && sameVerdict(known[n].verdict, event.verdict)) continue;
    if (known[n].event != event.event) event.was.push_back(known[n].event);
    news.push_back({Change::Kind::Revised, event});
  }
  for (std::size_t n = known.size(); n-- > now.size();) news.push_back({Change::Kind::Removed, known[n]});
  known = std::move(now);
  return news;
}

std::size_t countTold(const std::vector<ExplainedStep>& steps, const std::vector<double>& sure,
                      const std::vector<TrackedEvent>& known) {
  std::size_t count = 0;
  for (std::size_t n = 0; n < steps.size(); ++n)
    if (steps[n].told) count = n + 1;
  for (; count < steps.size(); ++count) {
    const ExplainedStep& step = steps[count];
    const bool stands = step.breach && !step.event.takenBack;
    const bool isKnown = count < known.size() && sameMove(known[count].event, withoutGuess(step.event));
    if (!isKnown && !step.settled && sure[count] < (stands ? kBreachLikely : kLikely)) break;
  }
  return count;
}

}  // namespace octo::tracker
