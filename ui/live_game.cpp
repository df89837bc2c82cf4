#include "ui/live_game.h"

#include <chrono>
#include <utility>

#include "ui/calibration.h"
#include "ui/edition_archive.h"
#include "ui/kept_game.h"
#include "ui/session/table_session.h"
#include "ui/trouble.h"
#include "vision/capture/public_name.h"
#include "vision/edition/taught_edition.h"

namespace octo::ui {
namespace {

using Clock = std::chrono::steady_clock;

/// A table that is stuck is read anew so often, seconds.
constexpr double kLookAgainEvery = 10;

/// What could not be stored is tried again so often, seconds.
constexpr double kStoreAgainEvery = 1;
/// A feed without news is asked so often whether it hangs.
constexpr std::chrono::milliseconds kLookAtFeedEvery{500};

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
  Trouble trouble;
};

/// What the seeing thread knows.
struct LiveGame::Sight {
  /// The session's, once it has begun; and where its pieces lie.
  KeptGame* game = nullptr;
  Layout layout;
  StatusWatch status;
  LiveSnapshot snapshot;
  /// The first picture, before there is a game to show it to.
  PictureFeed::News news;
  /// A picture has been read, and why there are none now.
  bool seen = false, paused = false;
  Trouble lost;
  double lastLookAgain = 0, lastStored = 0;
  Clock::time_point lastLook{};
  /// Mean seconds between pictures.
  double interval = 0;
};

LiveGame::LiveGame(LiveSetup setup, std::function<void()> wake)
    : setup_(std::move(setup)),
      wake_(std::move(wake)),
      sight_(std::make_unique<Sight>()),
      feed_(
          setup_.source, setup_.open,
          [this] {
            {
              const std::scoped_lock lock(mutex_);
              fed_ = true;
            }
            changed_.notify_all();
          },
          setup_.patience) {
  sight_->snapshot.source = vision::publicName(setup_.source);
  watching_ = std::thread([this] { watch(); });
}

LiveGame::~LiveGame() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  watching_.join();
}

/// Waits for a picture: a game begins only where there is one. False where none comes.
bool LiveGame::firstFrame() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return stopping_ || fed_; });
      if (stopping_) return false;
      fed_ = false;
    }
    sight_->news = feed_.take();
    if (sight_->news.frame) return true;
    if (!sight_->news.ended) continue;
    fail(any(sight_->news.trouble)
             ? sight_->news.trouble
             : troubleOf(vision::SourceFault::Empty, {{"name", vision::publicName(setup_.source)}}));
    return false;
  }
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
    TableSession::Edition edition;
    if (!setup_.edition.empty()) edition = std::make_shared<const vision::TaughtEdition>(editionNamed(setup_.edition));
    if (const auto* header = std::get_if<GameHeader>(&setup_.game)) {
      const auto players = static_cast<int>(header->players.size());
      sight_->layout = tracker::seededLayout(header->game, players);
      TableSession session(
          {*header, sight_->layout, setup_.firstTold},
          [&](const tracker::Beginning& beginning) {
            return kept(std::make_unique<KeptGame>(beginning, std::move(store)));
          },
          [this, game = header->game](cv::Size picture) { return keptCorners(game, picture); }, edition);
      follow(session);
    } else {
      auto game = kept(std::make_unique<KeptGame>(std::get<std::int64_t>(setup_.game), std::move(store), setup_.claim));
      const GameHeader& earlier = game->follower().header();
      sight_->layout = tracker::seededLayout(earlier.game, static_cast<int>(earlier.players.size()));
      TableSession session(
          std::move(game), [this, game = earlier.game](cv::Size picture) { return keptCorners(game, picture); },
          edition);
      follow(session);
    }
  } catch (const std::exception& error) {
    fail(troubleOf(error));
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
    sight_->lost = work.ended ? Trouble{} : work.trouble;
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
    if (any(work.trouble)) sight_->snapshot.camera.trouble = work.trouble;
    if (!work.commands.empty() || (work.ended && !work.frame)) tellSnapshot(session);
    watchStatus(session);
    storeAgain();
    publish();
    if (isTakenOver()) return;
  }
}

/// Another window asks for the game: it gets it, and this one says so.
bool LiveGame::isTakenOver() {
  if (!sight_->game) return false;
  claim_ = sight_->game->claim();
  if (!claim_ || !claim_->isWanted()) return false;
  sight_->snapshot.takenOver = true;
  fail({"window.store.taken-over", {}});
  return true;
}

void LiveGame::tellSnapshot(const TableSession& session) {
  const std::int64_t id = sight_->game ? sight_->game->id() : 0;
  sight_->snapshot.game = std::make_shared<const GameSnapshot>(snapshotOf(session.follower(), sight_->layout, id));
}

/// What a full disk did not take is offered again until it does.
void LiveGame::storeAgain() {
  Sight& sight = *sight_;
  if (!sight.game) return;
  const double now = secondsOf(Clock::now());
  if (any(sight.game->unstored()) && now - sight.lastStored >= kStoreAgainEvery) {
    sight.game->storeAgain();
    sight.lastStored = now;
  }
  sight.snapshot.unstored = sight.game->unstored();
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
  PictureFeed::News news = std::exchange(sight_->news, {});
  Work work;
  {
    std::unique_lock lock(mutex_);
    const auto something = [&] { return stopping_ || fed_ || news.frame || !commands_.empty(); };
    // How long a camera has been silent or lost is told while nothing else happens.
    if (sight_->snapshot.camera.ended)
      changed_.wait(lock, something);
    else
      changed_.wait_for(lock, kLookAtFeedEvery, something);
    fed_ = false;
    work.commands = std::exchange(commands_, {});
    work.stopping = stopping_;
    work.paused = paused_;
  }
  if (!news.frame) news = feed_.take();
  work.frame = std::move(news.frame);
  work.ended = news.ended;
  if (work.ended && work.frame) {  // the end is told once its last picture was seen
    const std::scoped_lock lock(mutex_);
    fed_ = true;
  }
  work.trouble = std::move(news.trouble);
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
    sight_->snapshot.camera.trouble = {};
  } catch (const std::exception& error) {
    sight_->snapshot.camera.trouble = troubleOf(error);
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
  feed_.tryAgain();
  post([this](TableSession& session) {
    session.lookAgain();
    sight_->status.restart(secondsOf(Clock::now()));
  });
}

void LiveGame::lookTwice() {
  post([this](TableSession& session) {
    const TableSession::SecondLook look = session.lookTwice();
    if (!look.looked) session.lookAgain();
    looked.put(std::make_shared<const Looked>(!look.looked ? Looked::Anew
                                              : look.wrong ? Looked::Changed
                                                           : Looked::Same));
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
  feed_.pause(pause);
  post([](TableSession&) {});
}

void LiveGame::publish() {
  snapshots.put(std::make_shared<const LiveSnapshot>(sight_->snapshot));
  wake_();
}

void LiveGame::fail(Trouble trouble) {
  sight_->snapshot.camera.trouble = std::move(trouble);
  publish();
}

}  // namespace octo::ui
