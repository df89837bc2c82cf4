#include "tracker/follow/news.h"

namespace octo::tracker {
namespace {

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

}  // namespace octo::tracker
