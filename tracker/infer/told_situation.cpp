#include "tracker/infer/told_situation.h"

#include <utility>

#include "tracker/follow/layout_hash.h"

namespace octo::tracker::infer {

ToldSituation::ToldSituation(std::shared_ptr<const Situation> game, std::shared_ptr<const Told> told, std::size_t next)
    : game_(std::move(game)), told_(std::move(told)), next_(next) {}

std::uint64_t ToldSituation::hash() const { return mixed(game_->hash(), next_); }

/// As the game's own situation knows the event.
NextEvent ToldSituation::inGame(NextEvent event) {
  event.after = static_cast<const ToldSituation&>(*event.after).game_;
  return event;
}

/// Of the game's events those that are told.
std::vector<NextEvent> ToldSituation::thoseTold(std::vector<NextEvent> events) const {
  std::vector<NextEvent> all;
  const auto add = [&](NextEvent event, std::size_t next) {
    event.after = std::make_shared<ToldSituation>(event.after, told_, next);
    all.push_back(std::move(event));
  };
  for (const NextEvent& each : events) {
    if (each.open || each.aside) {
      add(each, next_);
      continue;
    }
    for (std::size_t next = next_; next < told_->events.size(); ++next) {
      const Event& told = told_->events[next];
      if (told_->isSame(each.event, told))
        add(each, next + 1);
      else if (game_->begins(each.event, told))
        add(each, next);
      if (!told.takenBack) break;
    }
  }
  return all;
}

/// After an event that was taken back nothing happens before that.
std::vector<NextEvent> ToldSituation::nextEvents(const Difference& difference, double least) const {
  if (wasTakenBack()) return {};
  return thoseTold(game_->nextEvents(difference, least));
}

std::vector<NextEvent> ToldSituation::turnsOut(const NextEvent& open, const Difference& difference,
                                               double least) const {
  return thoseTold(game_->turnsOut(inGame(open), difference, least));
}

}  // namespace octo::tracker::infer
