#include "datasets/game_tracker.h"

#include <utility>

#include "datasets/measure.h"
#include "tracker/follow/follower.h"
#include "tracker/follow/session.h"

namespace octo::datasets {
namespace {

std::string textOf(const TrackedEvent& event) { return plainly(event.event).toJson().dump(); }

void takeOver(TrackedGame& game, const tracker::Follower& follower, std::int64_t frame) {
  const auto& events = follower.events();
  for (std::size_t n = 0; n < events.size(); ++n) {
    const bool known = n < game.events.size() && game.events[n].event.event == events[n].event;
    const Understood now{events[n], known ? game.events[n].told : frame,
                         known ? game.events[n].sure : events[n].confidence};
    if (n >= game.events.size())
      game.events.push_back(now);
    else
      game.events[n] = now;
  }
  game.events.resize(events.size());
}

}  // namespace

GameTracker::GameTracker(const GameHeader& truth, bool told, ui::TableSession::Edition edition)
    : told_(told), edition_(std::move(edition)), header_(truth) {
  if (told_) return;
  header_.setup = Json::object();
  const bool onBoard = header_.game == GameId::Octagone;
  if (!onBoard) header_.first = 0;
  if (onBoard || header_.game == GameId::Octal) header_.options = Json::object();
}

void GameTracker::observe(const Observation& observation, std::int64_t frame) {
  double seconds = 0;
  {
    const Stopwatch running(seconds);
    (void)session().observe(observation);
  }
  game_.looks.push_back(1000 * seconds);
  take(frame);
}

void GameTracker::still(double time, std::int64_t frame) {
  if (!session().still(time).empty()) take(frame);
}

void GameTracker::see(const vision::Frame& frame) {
  const bool news = !session().see(frame).empty();
  if (news || view().observation) take(frame.index);
}

TrackedGame GameTracker::finish() {
  (void)session().finish();
  take(game_.frames);
  const tracker::Follower& follower = session().follower();
  for (const TrackedEvent& each : follower.events())
    if (!each.verdict.legal) accused_.erase(textOf(each));
  game_.withdrawn = static_cast<int>(accused_.size());
  game_.first = follower.header().first;
  game_.options = follower.header().options;
  game_.setup = follower.header().setup;
  game_.result = follower.result();
  return game_;
}

ui::TableSession& GameTracker::session() {
  if (!session_) {
    const int players = static_cast<int>(header_.players.size());
    session_.emplace(
        tracker::Beginning{
            .header = header_, .layout = tracker::seededLayout(header_.game, players), .firstTold = told_},
        [](const auto& beginning) { return std::make_unique<ui::PassingGame>(beginning); }, ui::TableSession::Corners{},
        edition_);
  }
  return *session_;
}

void GameTracker::take(std::int64_t frame) {
  takeOver(game_, session().follower(), frame);
  for (const TrackedEvent& each : session().follower().events())
    if (!each.verdict.legal) accused_.insert(textOf(each));
}

}  // namespace octo::datasets
