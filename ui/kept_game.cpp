#include "ui/kept_game.h"

#include <algorithm>

#include "tracker/referee/match.h"
#include "ui/history/utc_time.h"
#include "ui/standing/sayings.h"
#include "ui/trouble.h"

namespace octo::ui {
namespace {

std::string now() { return utcText(std::chrono::system_clock::now()); }

int playersOf(const GameHeader& header) { return static_cast<int>(header.players.size()); }

}  // namespace

KeptGame::KeptGame(const GameHeader& header, db::Store store)
    : KeptGame(tracker::Beginning{header, tracker::seededLayout(header.game, playersOf(header))}, std::move(store)) {}

KeptGame::KeptGame(const tracker::Beginning& beginning, db::Store store)
    : store_(std::move(store)), beginning_(beginning), follower_(tracker::follow(beginning)) {
  storeAgain();
}

void KeptGame::storeAgain() {
  try {
    keepUp({});
  } catch (const db::StoreError&) {
    // `unstored` says it.
  }
}

void KeptGame::keepUp(const std::vector<tracker::Change>& changes) {
  try {
    store(changes);
    unstored_ = {};
  } catch (const db::StoreError& error) {
    unstored_ = troubleOf(error);
    throw;
  }
}

void KeptGame::beginStore() {
  if (id_ != 0 || !follower_->begun()) return;
  id_ = store_.begin(follower_->header(), now());
  claim_ = db::GameClaim::take(store_.file(), id_);
  storedHeader_ = follower_->header().toJson();
}

KeptGame::KeptGame(std::int64_t game, db::Store store, std::shared_ptr<const db::GameClaim> claim)
    : store_(std::move(store)), claim_(std::move(claim)), id_(game) {
  if (!claim_) claim_ = db::GameClaim::take(store_.file(), game);
  if (!claim_)
    throw db::StoreError(db::StoreError::Kind::Followed, store_.file(),
                         "game " + std::to_string(game) + " is being followed by another program");
  const db::StoredGame earlier = store_.get(game);
  const GameHeader& header = earlier.summary.header;
  beginning_ = {header, tracker::seededLayout(header.game, playersOf(header))};
  for (const TrackedEvent& each : earlier.events) beginning_.earlier.push_back(each.event);
  follower_ = tracker::follow(header, beginning_.layout, earlier.events);
  stored_ = earlier.summary.events;
  firstDirty_ = stored_ + 1;
  storedHeader_ = header.toJson();
  finished_ = earlier.summary.result.has_value();
}

void KeptGame::saveDoubts(const std::filesystem::path& folder) { doubts_.emplace(folder, beginning_); }

void KeptGame::keepPhotographs(const std::filesystem::path& database) { photographs_.emplace(database, stored_); }

void KeptGame::show(const cv::Mat& picture, std::int64_t frame) {
  shown_ = picture;
  if (doubts_) doubts_->show(picture, frame);
}

std::vector<tracker::Change> KeptGame::observe(const Observation& observation) { return take(observation); }

std::vector<tracker::Change> KeptGame::correct(const tracker::Correction& correction) { return take(correction); }

std::vector<tracker::Change> KeptGame::answer(int question, const Face& face) {
  return take(tracker::Answer{question, face});
}

std::vector<tracker::Change> KeptGame::tell(TablePoint at, const Face& face) { return take(tracker::Told{at, face}); }

std::vector<tracker::Change> KeptGame::turnDone(double time, std::int64_t frame) {
  return take(tracker::TurnDone{time, frame});
}

std::vector<tracker::Change> KeptGame::said(const Event& event, double time, std::int64_t frame) {
  return take(tracker::Said{event, time, frame});
}

std::vector<tracker::Change> KeptGame::saidTurn(int player, double time, std::int64_t frame) {
  return take(tracker::SaidTurn{player, time, frame});
}

std::vector<tracker::Change> KeptGame::changeHeader(const tracker::HeaderChange& change) { return take(change); }

std::vector<tracker::Change> KeptGame::takeTable(double time, std::int64_t frame) {
  return take(tracker::TakeTable{time, frame});
}

std::vector<tracker::Change> KeptGame::undo() { return take(tracker::Undo{}); }

std::vector<tracker::Change> KeptGame::finish() { return take(tracker::Finish{}); }

std::vector<tracker::Change> KeptGame::take(const tracker::Input& input) {
  if (const auto* seen = std::get_if<Observation>(&input); seen && photographs_) photographs_->see(shown_, seen->frame);
  auto changes = tracker::give(*follower_, input);
  if (doubts_) doubts_->add(input, *follower_, changes);
  keepUp(changes);
  if (photographs_ && id_ != 0) {
    std::vector<TrackedEvent> events;
    for (const tracker::Change& change : changes)
      if (change.kind != tracker::Change::Kind::Removed) events.push_back(change.event);
    photographs_->keep(id_, events);
  }
  return changes;
}

void KeptGame::store(const std::vector<tracker::Change>& changes) {
  for (const tracker::Change& change : changes) firstDirty_ = std::min(firstDirty_, change.event.n);
  beginStore();
  if (id_ == 0) return;
  const auto& events = follower_->events();
  const int count = static_cast<int>(events.size());
  const bool over = follower_->result().over;
  Json header = follower_->header().toJson();
  const bool sameHeader = header == storedHeader_;
  if (firstDirty_ > count && stored_ == count && over == finished_ && sameHeader) return;
  if (finished_) store_.reopen(id_);
  finished_ = false;
  if (!sameHeader) store_.begunAs(id_, follower_->header());
  storedHeader_ = std::move(header);
  if (stored_ > count) store_.dropFrom(id_, count + 1);
  stored_ = std::min(stored_, count);
  for (int n = firstDirty_; n <= count; ++n) {
    store_.put(id_, events[static_cast<std::size_t>(n - 1)]);
    stored_ = std::max(stored_, n);
  }
  firstDirty_ = count + 1;
  if (!over) return;
  store_.finish(id_, follower_->result(), now());
  finished_ = true;
}

GameSnapshot KeptGame::snapshot() const { return snapshotOf(*follower_, beginning_.layout, id_); }

GameSnapshot snapshotOf(const tracker::Follower& follower, const Layout& layout, std::int64_t id) {
  GameSnapshot snapshot;
  snapshot.id = id;
  snapshot.header = follower.header();
  snapshot.events = follower.events();
  snapshot.result = follower.result();
  snapshot.toMove = follower.toMove();
  if (const tracker::Match* match = follower.match()) {
    snapshot.table = match->describe();
    snapshot.unseen = unseenMoves(*match);
  }
  snapshot.agreed = follower.agreed();
  snapshot.lying = follower.lying();
  snapshot.required = follower.required();
  snapshot.questions = follower.questions();
  snapshot.missing = follower.missing();
  snapshot.differences = follower.differences();
  snapshot.canUndo = follower.canUndo();
  snapshot.undoUnsays = follower.undoUnsays();
  snapshot.canRedo = follower.canRedo();
  snapshot.layout = layout;
  snapshot.played = static_cast<int>(snapshot.events.size());
  return snapshot;
}

}  // namespace octo::ui
