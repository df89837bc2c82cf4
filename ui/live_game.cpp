#include "ui/live_game.h"

#include <chrono>
#include <utility>

#include "ui/calibration.h"
#include "ui/kept_game.h"
#include "ui/session/table_session.h"
#include "vision/capture/public_name.h"

namespace octo::ui {
namespace {

using Clock = std::chrono::steady_clock;

/// A camera that is lost is tried again so often.
constexpr auto kTryAgainEvery = std::chrono::seconds(2);
/// A table that is stuck is read anew so often, seconds.
constexpr double kLookAgainEvery = 10;

double secondsOf(Clock::time_point time) { return std::chrono::duration<double>(time.time_since_epoch()).count(); }

/// The rate is told as a mean over about so many pictures.
constexpr double kRateMemory = 30;

}  // namespace

/// What the seeing thread has to do next.
struct LiveGame::Work {
  std::shared_ptr<const vision::Frame> frame;
  std::deque<Command> commands;
  bool ended = false;
  bool stopping = false;
  bool paused = false;
  std::string trouble;
};

/// What the seeing thread knows.
struct LiveGame::Sight {
  /// The session's, once it has begun; and where its pieces lie.
  const KeptGame* game = nullptr;
  Layout layout;
  StatusWatch status;
  LiveSnapshot snapshot;
  /// A picture has been read, and why there are none now.
  bool seen = false, paused = false;
  std::string lost;
  double lastLookAgain = 0;
  Clock::time_point lastLook{};
  /// Mean seconds between pictures.
  double interval = 0;
};

LiveGame::LiveGame(LiveSetup setup, std::function<void()> wake)
    : setup_(std::move(setup)), wake_(std::move(wake)), sight_(std::make_unique<Sight>()) {
  sight_->snapshot.source = vision::publicName(setup_.source);
  watching_ = std::thread([this] { watch(); });
  capturing_ = std::thread([this] { capture(); });
}

LiveGame::~LiveGame() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  capturing_.join();
  watching_.join();
}

/// A camera that stops is tried again until it is back; time goes on meanwhile.
void LiveGame::capture() {
  std::string trouble;
  bool live = false;
  if (setup_.makeFree) setup_.makeFree();
  do {
    trouble.clear();
    try {
      const auto source = setup_.open(setup_.source);
      live = source->live();
      if (captureFrom(*source)) return;
      if (live && latestIndex_ >= 0) trouble = vision::publicName(setup_.source) + ": gives no more pictures";
    } catch (const std::exception& error) {
      trouble = error.what();
    }
  } while (live && latestIndex_ >= 0 && waitToTryAgain(trouble));
  {
    const std::scoped_lock lock(mutex_);
    sourceTrouble_ = trouble;
    ended_ = true;
  }
  changed_.notify_all();
}

/// Until the source ends; true where nobody wants its pictures any more.
bool LiveGame::captureFrom(vision::Source& source) {
  if (latestIndex_ < 0) started_ = Clock::now();
  const std::int64_t before = latestIndex_ + 1;
  const double gap = latestIndex_ < 0 ? 0 : latestTime_ + std::chrono::duration<double>(Clock::now() - latest_).count();
  for (;;) {
    auto frame = std::make_shared<vision::Frame>();
    if (!source.next(*frame)) return false;
    frame->index += before;
    frame->time += gap;
    latestIndex_ = frame->index;
    latestTime_ = frame->time;
    latest_ = Clock::now();
    if (!source.live()) pace(*frame);
    deliver(std::move(frame), !source.live());
    const std::scoped_lock lock(mutex_);
    if (stopping_) return true;
  }
}

/// False where nobody waits for it any more.
bool LiveGame::waitToTryAgain(const std::string& trouble) {
  std::unique_lock lock(mutex_);
  sourceTrouble_ = trouble;
  changed_.notify_all();
  changed_.wait_for(lock, kTryAgainEvery, [this] { return stopping_ || tryAgain_; });
  tryAgain_ = false;
  return !stopping_;
}

/// A recording is shown at its own pace.
void LiveGame::pace(const vision::Frame& frame) {
  std::unique_lock lock(mutex_);
  const auto before = Clock::now();
  changed_.wait(lock, [this] { return stopping_ || !paused_; });
  started_ += Clock::now() - before;
  const auto due = started_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(frame.time));
  changed_.wait_until(lock, due, [this] { return stopping_; });
}

/// A camera's older picture makes room for the newer one. A recording waits: none of its pictures is lost.
void LiveGame::deliver(std::shared_ptr<const vision::Frame> frame, bool recorded) {
  {
    std::unique_lock lock(mutex_);
    if (recorded) changed_.wait(lock, [this] { return stopping_ || !frame_; });
    frame_ = std::move(frame);
    sourceTrouble_.clear();
  }
  changed_.notify_all();
}

/// Waits for a picture: a game begins only where there is one. False where none comes.
bool LiveGame::firstFrame() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return stopping_ || ended_ || frame_; });
  if (frame_ || stopping_) return !stopping_;
  const std::string trouble =
      sourceTrouble_.empty() ? vision::publicName(setup_.source) + ": has no pictures" : sourceTrouble_;
  lock.unlock();
  fail(trouble);
  return false;
}

void LiveGame::watch() {
  try {
    if (!firstFrame()) return;
    db::Store store = db::Store::open(setup_.database);
    const auto kept = [this](std::unique_ptr<KeptGame> game) {
      if (!setup_.doubts.empty()) game->saveDoubts(setup_.doubts);
      game->keepPhotographs(setup_.database);
      sight_->game = game.get();
      return game;
    };
    if (const auto* header = std::get_if<GameHeader>(&setup_.game)) {
      const auto players = static_cast<int>(header->players.size());
      sight_->layout = tracker::seededLayout(header->game, players);
      TableSession session(
          {*header, sight_->layout, setup_.firstTold},
          [&](const tracker::Beginning& beginning) {
            return kept(std::make_unique<KeptGame>(beginning, std::move(store)));
          },
          [this, game = header->game](cv::Size picture) { return keptCorners(game, picture); });
      follow(session);
    } else {
      auto game = kept(std::make_unique<KeptGame>(std::get<std::int64_t>(setup_.game), std::move(store)));
      const GameHeader& earlier = game->follower().header();
      sight_->layout = tracker::seededLayout(earlier.game, static_cast<int>(earlier.players.size()));
      TableSession session(std::move(game),
                           [this, game = earlier.game](cv::Size picture) { return keptCorners(game, picture); });
      follow(session);
    }
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

void LiveGame::follow(TableSession& session) {
  tellSnapshot(session);
  publish();
  bool finished = false;
  for (;;) {
    const Work work = nextWork();
    if (work.stopping) return;
    sight_->paused = work.paused;
    sight_->lost = work.ended ? "" : work.trouble;
    if (work.frame) look(session, *work.frame);
    for (const Command& command : work.commands)
      guarded([&] {
        try {
          command(session);
        } catch (const Malformed& error) {
          const auto* refused = dynamic_cast<const tracker::Refused*>(&error);
          sight_->snapshot.refused =
              refused ? refused->why() : tracker::Message{"refused.because", {{"why", error.what()}}};
          ++sight_->snapshot.refusals;
        }
      });
    if (work.ended && !work.frame && !finished) {
      finished = true;
      guarded([&] { (void)session.finish(); });
      sight_->snapshot.camera.ended = true;
    }
    if (!work.trouble.empty()) sight_->snapshot.camera.trouble = work.trouble;
    if (!work.commands.empty() || (work.ended && !work.frame)) tellSnapshot(session);
    watchStatus(session);
    publish();
  }
}

void LiveGame::tellSnapshot(const TableSession& session) {
  const std::int64_t id = sight_->game ? sight_->game->id() : 0;
  sight_->snapshot.game = std::make_shared<const GameSnapshot>(snapshotOf(session.follower(), sight_->layout, id));
}

/// What is stuck for long is read anew by itself.
void LiveGame::watchStatus(TableSession& session) {
  Sight& sight = *sight_;
  const double now = secondsOf(Clock::now());
  sight.snapshot.status = sight.status.update({.view = sight.seen ? &sight.snapshot.camera.view : nullptr,
                                               .follower = &session.follower(),
                                               .sourceEnded = sight.snapshot.camera.ended,
                                               .paused = sight.paused,
                                               .trouble = sight.lost,
                                               .now = now});
  const TableStatus& status = sight.snapshot.status;
  const bool rereads = status.kind == TableStatus::Kind::Setup || status.kind == TableStatus::Kind::Mismatch;
  if (!status.stuck || !rereads || now - sight.lastLookAgain < kLookAgainEvery) return;
  sight.lastLookAgain = now;
  session.lookAgain();
}

LiveGame::Work LiveGame::nextWork() {
  const bool told = sight_->snapshot.camera.ended;
  std::unique_lock lock(mutex_);
  const auto something = [&] { return stopping_ || frame_ || !commands_.empty() || (ended_ && !told); };
  // How long a camera has been lost is told while nothing else happens.
  if (told || ended_)
    changed_.wait(lock, something);
  else
    changed_.wait_for(lock, std::chrono::seconds(1), something);
  Work work{std::exchange(frame_, nullptr), std::exchange(commands_, {}), ended_, stopping_, paused_, sourceTrouble_};
  lock.unlock();
  changed_.notify_all();
  return work;
}

void LiveGame::look(TableSession& session, const vision::Frame& frame) {
  Sight& sight = *sight_;
  CameraSnapshot& camera = sight.snapshot.camera;
  bool news = false;
  if (!sight.paused)
    guarded([&] {
      sight.seen = true;
      news = !session.see(frame).empty();
    });
  if (sight.seen) camera.view = session.view();
  if (news || (!sight.paused && camera.view.observation)) tellSnapshot(session);
  // The frame is immutable from here on: the picture shares its pixels.
  camera.picture = std::make_shared<const cv::Mat>(frame.bgr);
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - std::exchange(sight.lastLook, now)).count();
  if (camera.picture && seconds < 5)
    sight.interval += (seconds - sight.interval) * (sight.interval > 0 ? 1 / kRateMemory : 1);
  camera.rate = sight.interval > 0 ? 1 / sight.interval : 0;
}

/// Those that were shown for this source before.
std::vector<vision::ImagePoint> LiveGame::keptCorners(GameId game, cv::Size picture) const {
  const auto kept = keptCalibration(setup_.calibrations, setup_.source, game);
  const auto corners = kept ? cornersIn(*kept, picture) : std::nullopt;
  return corners.value_or(std::vector<vision::ImagePoint>{});
}

/// A full disk or a picture that vision stumbles over does not end the game: it is said, and the game goes
/// on.
void LiveGame::guarded(const std::function<void()>& work) {
  try {
    work();
    sight_->snapshot.camera.trouble.clear();
  } catch (const std::exception& error) {
    sight_->snapshot.camera.trouble = error.what();
  }
}

void LiveGame::post(Command command) {
  {
    const std::scoped_lock lock(mutex_);
    commands_.push_back(std::move(command));
  }
  changed_.notify_all();
}

void LiveGame::say(tracker::Input input) {
  post([input = std::move(input)](TableSession& session) { (void)session.say(input); });
}

void LiveGame::correct(const tracker::Correction& correction) { say(correction); }

void LiveGame::answer(int question, const Face& face) { say(tracker::Answer{question, face}); }

void LiveGame::tell(TablePoint at, const Face& face) { say(tracker::Told{at, face}); }

void LiveGame::showCorners(std::vector<vision::ImagePoint> corners) {
  post([this, corners = std::move(corners)](TableSession& session) {
    const auto& picture = sight_->snapshot.camera.picture;
    if (!picture) return;
    const GameId played = session.follower().header().game;
    session.setCorners(corners);
    if (setup_.calibrations.empty()) return;
    if (corners.empty())
      forgetCalibration(setup_.calibrations, setup_.source, played);
    else
      keepCalibration(setup_.calibrations, {setup_.source, played, picture->size(), corners});
  });
}

void LiveGame::turnDone() {
  post([](TableSession& session) { (void)session.turnDone(); });
}

void LiveGame::said(const Event& event) {
  post([event](TableSession& session) {
    (void)session.say(tracker::Said{event, session.view().time, session.view().frame});
  });
}

void LiveGame::saidTurn(int player) {
  post([player](TableSession& session) {
    (void)session.say(tracker::SaidTurn{player, session.view().time, session.view().frame});
  });
}

void LiveGame::changeHeader(const tracker::HeaderChange& change) { say(change); }

void LiveGame::undo() { say(tracker::Undo{}); }

void LiveGame::redo() { say(tracker::Redo{}); }

void LiveGame::lookAgain() {
  {
    const std::scoped_lock lock(mutex_);
    tryAgain_ = !sourceTrouble_.empty();
  }
  post([this](TableSession& session) {
    session.lookAgain();
    sight_->status.restart(secondsOf(Clock::now()));
  });
}

void LiveGame::takeTable() {
  post([](TableSession& session) { (void)session.say(tracker::TakeTable{session.view().time, session.view().frame}); });
}

void LiveGame::pause(bool pause) {
  {
    const std::scoped_lock lock(mutex_);
    paused_ = pause;
  }
  post([](TableSession&) {});
}

void LiveGame::publish() {
  snapshots.put(std::make_shared<const LiveSnapshot>(sight_->snapshot));
  wake_();
}

void LiveGame::fail(const std::string& text) {
  sight_->snapshot.camera.trouble = text;
  publish();
}

}  // namespace octo::ui
