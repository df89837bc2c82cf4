#include "tracker/follow/opening.h"

#include <algorithm>

#include "tracker/follow/forearms.h"

namespace octo::tracker {
namespace {

/// Looks at a table that is set up and waits are kept up to so many.
constexpr std::size_t kLongestOpening = 60;

}  // namespace

Opening::Shows Opening::watch(const Observation& look, const GameTable& table, const GameHeader& asked,
                              bool firstTold) {
  auto setUp = table.setUp(asked, look);
  const bool again = !looks_.empty() && looks_.back().time == look.time;
  const bool another = setUp && setUp_ && !again && setUp->setup != setUp_->setup;
  const bool anew = another && table.isAnother(*setUp_, *setUp);
  if (another && !anew) setUp.reset();  // it is the first move
  if (setUp && (!setUp_ || again || anew)) {
    // Forearms laid the setup, unless it lay there before and some piece of it was not seen.
    auto forearms =
        setUp_ || looks_.empty() ? std::vector<ForearmTrack>() : forearmsThatLaidNothing(looks_.back(), look);
    setUp_ = setUp;
    looks_ = {look};
    looks_.front().forearms = std::move(forearms);
  } else {
    if (again && !setUp_) looks_.pop_back();
    looks_.push_back(look);
    if (looks_.size() > kLongestOpening) looks_.erase(looks_.begin() + (setUp_ ? 1 : 0));
  }
  if (!setUp_ && beganUnseen(look, table)) {
    looks_.clear();  // whatever begins here begins with another look
    return Shows::UnseenGame;
  }
  if (!setUp_ && (setUp_ = table.setUpOf(asked, looks_))) looks_.front().forearms.clear();
  if (!setUp_) return Shows::SetUp;
  const bool waits = setUp ? !firstTold : table.laysAnew(*setUp_, look);
  return waits ? Shows::SetUp : Shows::Beginning;
}

/// No look before, of which nothing was hidden, showed how it began.
bool Opening::beganUnseen(const Observation& look, const GameTable& table) const {
  return table.isOccupied(look) && std::none_of(looks_.begin(), looks_.end(), [&](const Observation& each) {
           return !each.pieces.empty() && each.hidden.empty() && !table.isOccupied(each);
         });
}

std::vector<Observation> Opening::begin(bool mayBeLaidAnew) {
  mayBeLaidAnew_ = mayBeLaidAnew;
  return std::exchange(looks_, {});
}

bool Opening::isLaidAnew(const Observation& look, const GameTable& table, const GameHeader& asked,
                         const GameHeader& header) {
  if (!mayBeLaidAnew_) return false;
  auto setUp = table.setUp(asked, look);
  if (setUp && table.isAnother(header, *setUp)) {
    setUp_ = std::move(setUp);
    looks_ = {look};
    looks_.front().forearms.clear();
    return true;
  }
  mayBeLaidAnew_ = (setUp && setUp->setup == header.setup) || table.laysAnew(header, look);
  return false;
}

std::vector<Observation> Opening::readAgain() {
  setUp_.reset();
  return std::exchange(looks_, {});
}

}  // namespace octo::tracker
