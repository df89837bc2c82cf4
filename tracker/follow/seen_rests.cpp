#include "tracker/follow/seen_rests.h"

#include <utility>

#include "tracker/follow/pinned_faces.h"

namespace octo::tracker {

void SeenRests::add(const Observation& look, std::size_t events) {
  if (isAgain(look)) {
    const std::vector<ForearmTrack> before = std::move(rests_.back().observation.forearms);
    rests_.back().observation = look;
    auto& forearms = rests_.back().observation.forearms;
    forearms.insert(forearms.begin(), before.begin(), before.end());
    return;
  }
  if (events != deniedAt_) deniedNext_.clear();
  rests_.push_back({look, deniedNext_});
}

void SeenRests::deny(const Event& event, std::size_t from, std::size_t end) {
  for (std::size_t rest = from; rest < end; ++rest) rests_[rest].denied.push_back(event);
}

std::size_t SeenRests::firstAt(double time) const {
  std::size_t rest = 0;
  while (rest < rests_.size() && rests_[rest].observation.time < time) ++rest;
  return rest;
}

std::size_t SeenRests::lyingSince(TablePoint at) const {
  const Face read = pieceNear(*latest(), at)->face();
  std::size_t since = rests_.size() - 1;
  while (since > 0) {
    const SeenPiece* before = pieceNear(rests_[since - 1].observation, at);
    if (!before || (before->face() != read && !before->face().isUnknown())) break;
    --since;
  }
  return since;
}

}  // namespace octo::tracker
