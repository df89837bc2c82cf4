#include "tracker/infer/told_situation.h"

#include <utility>

#include "tracker/follow/layout_hash.h"

namespace octo::tracker::infer {

ToldSituation::ToldSituation(std::shared_ptr<const Situation> game, Events events, std::size_t next)
    : game_(std::move(game)), events_(std::move(events)), next_(next) {}

std::uint64_t ToldSituation::hash() const { return mixed(game_->hash(), next_); }

/// After an event that was taken back nothing happens before that.
std::vector<NextEvent> ToldSituation::nextEvents(const Difference& difference) const {
  std::vector<NextEvent> events;
  if (wasTakenBack()) return events;
  for (NextEvent& each : game_->nextEvents(difference))
    for (std::size_t next = next_; next < events_->size(); ++next) {
      const Event& told = (*events_)[next];
      const bool same = sameMove(each.event, told);
      if (same || game_->begins(each.event, told)) {
        NextEvent event = each;
        event.after = std::make_shared<ToldSituation>(each.after, events_, same ? next + 1 : next);
        events.push_back(std::move(event));
      }
      if (!told.takenBack) break;
    }
  return events;
}

}  // namespace octo::tracker::infer
