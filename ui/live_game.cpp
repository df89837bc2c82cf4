#include "ui/live_game.h"

#include <chrono>
#include <utility>

#include "ui/calibration.h"
#include "ui/kept_game.h"
#include "vision/capture/public_name.h"
#include "vision/pipeline.h"

namespace octo::ui {
namespace {

using Clock = std::chrono::steady_clock;

/// The rate is told as a mean over about so many pictures.
constexpr double kRateMemory = 30;

}  // namespace

/// What the seeing thread has to do next.
struct LiveGame::Work {
  std::shared_ptr<const vision::Frame> frame;
  std::deque<Command> commands;
  bool ended = false;
  bool stopping = false;
  std::string trouble;
};

/// What the seeing thread knows.
struct LiveGame::Sight {
  std::optional<vision::Pipeline> pipeline;
  LiveSnapshot snapshot;
  Clock::time_point lastLook{};
  /// Mean seconds between pictures.
  double interval = 0;
  /// A turn was said to be done while something still moved.
  bool turnDone = false;
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

void LiveGame::capture() {
  try {
    const auto source = vision::openSource(setup_.source);
    started_ = Clock::now();
    for (;;) {
      auto frame = std::make_shared<vision::Frame>();
      if (!source->next(*frame)) break;
      if (!source->live()) pace(*frame);
      deliver(std::move(frame), !source->live());
      const std::scoped_lock lock(mutex_);
      if (stopping_) return;
    }
  } catch (const std::exception& error) {
    const std::scoped_lock lock(mutex_);
    sourceTrouble_ = error.what();
  }
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  changed_.notify_all();
}

/// A recording is shown at its own pace.
void LiveGame::pace(const vision::Frame& frame) {
  const auto due = started_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(frame.time));
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, due, [this] { return stopping_; });
}

/// A camera's older picture makes room for the newer one. A recording waits: none of its pictures is lost.
void LiveGame::deliver(std::shared_ptr<const vision::Frame> frame, bool recorded) {
  {
    std::unique_lock lock(mutex_);
    if (recorded) changed_.wait(lock, [this] { return stopping_ || !frame_; });
    frame_ = std::move(frame);
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
    if (const auto* header = std::get_if<GameHeader>(&setup_.game)) {
      const auto players = static_cast<int>(header->players.size());
      KeptGame game(*header, std::move(store), tracker::seededLayout(header->game, players), setup_.firstTold);
      follow(game);
    } else {
      KeptGame game(std::get<std::int64_t>(setup_.game), std::move(store));
      follow(game);
    }
  } catch (const std::exception& error) {
    fail(error.what());
  }
}

void LiveGame::follow(KeptGame& game) {
  if (!setup_.doubts.empty()) game.saveDoubts(setup_.doubts);
  sight_->snapshot.game = std::make_shared<const GameSnapshot>(game.snapshot());
  publish();
  bool finished = false;
  for (;;) {
    const Work work = nextWork();
    if (work.stopping) return;
    if (work.frame) look(game, *work.frame);
    for (const Command& command : work.commands)
      guarded([&] {
        try {
          command(game);
        } catch (const Malformed& error) {
          sight_->snapshot.refused = error.what();
          ++sight_->snapshot.refusals;
        }
      });
    if (work.ended && !work.frame && !finished) {
      finished = true;
      guarded([&] { game.finish(); });
      sight_->snapshot.camera.ended = true;
    }
    if (!work.trouble.empty()) sight_->snapshot.camera.trouble = work.trouble;
    if (!work.commands.empty() || (work.ended && !work.frame))
      sight_->snapshot.game = std::make_shared<const GameSnapshot>(game.snapshot());
    publish();
  }
}

LiveGame::Work LiveGame::nextWork() {
  const bool told = sight_->snapshot.camera.ended;
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return stopping_ || frame_ || !commands_.empty() || (ended_ && !told); });
  Work work{std::exchange(frame_, nullptr), std::exchange(commands_, {}), ended_, stopping_, sourceTrouble_};
  lock.unlock();
  changed_.notify_all();
  return work;
}

void LiveGame::look(KeptGame& game, const vision::Frame& frame) {
  Sight& sight = *sight_;
  CameraSnapshot& camera = sight.snapshot.camera;
  bool news = false;
  guarded([&] {
    if (!sight.pipeline) beginSight(game.follower().header(), frame.bgr.size());
    camera.view = sight.pipeline->step(frame);
    game.show(frame.bgr, frame.index);
    if (!camera.view.observation) {
      news = camera.view.state == vision::TableState::AtRest && !game.still(camera.view.time).empty();
      return;
    }
    news = true;
    game.observe(*camera.view.observation);
    if (std::exchange(sight.turnDone, false)) game.turnDone(camera.view.time, camera.view.frame);
  });
  if (news) sight.snapshot.game = std::make_shared<const GameSnapshot>(game.snapshot());
  // The frame is immutable from here on: the picture shares its pixels.
  camera.picture = std::make_shared<const cv::Mat>(frame.bgr);
  const auto now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - std::exchange(sight.lastLook, now)).count();
  if (camera.picture && seconds < 5)
    sight.interval += (seconds - sight.interval) * (sight.interval > 0 ? 1 / kRateMemory : 1);
  camera.rate = sight.interval > 0 ? 1 / sight.interval : 0;
}

/// With the corners that were shown for this source before.
void LiveGame::beginSight(const GameHeader& header, cv::Size picture) {
  const auto kept = keptCalibration(setup_.calibrations, setup_.source, header.game);
  const auto corners = kept ? cornersIn(*kept, picture) : std::nullopt;
  sight_->pipeline.emplace(vision::PipelineOptions{.game = header.game,
                                                   .corners = corners.value_or(std::vector<vision::ImagePoint>{}),
                                                   .players = static_cast<int>(header.players.size())});
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

void LiveGame::correct(const tracker::Correction& correction) {
  post([correction](KeptGame& game) { game.correct(correction); });
}

void LiveGame::answer(int question, const Face& face) {
  post([question, face](KeptGame& game) { game.answer(question, face); });
}

void LiveGame::tell(TablePoint at, const Face& face) {
  post([at, face](KeptGame& game) { game.tell(at, face); });
}

void LiveGame::showCorners(std::vector<vision::ImagePoint> corners) {
  post([this, corners = std::move(corners)](KeptGame& game) {
    const auto& picture = sight_->snapshot.camera.picture;
    if (!sight_->pipeline || !picture) return;
    const GameId played = game.follower().header().game;
    sight_->pipeline->setCorners(corners);
    if (setup_.calibrations.empty()) return;
    if (corners.empty())
      forgetCalibration(setup_.calibrations, setup_.source, played);
    else
      keepCalibration(setup_.calibrations, {setup_.source, played, picture->size(), corners});
  });
}

void LiveGame::turnDone() {
  post([this](KeptGame& game) {
    const vision::View& view = sight_->snapshot.camera.view;
    if (view.state == vision::TableState::AtRest || sight_->snapshot.camera.ended)
      game.turnDone(view.time, view.frame);
    else
      sight_->turnDone = true;
  });
}

void LiveGame::said(const Event& event) {
  post([this, event](KeptGame& game) {
    const vision::View& view = sight_->snapshot.camera.view;
    game.said(event, view.time, view.frame);
  });
}

void LiveGame::saidTurn(int player) {
  post([this, player](KeptGame& game) {
    const vision::View& view = sight_->snapshot.camera.view;
    game.saidTurn(player, view.time, view.frame);
  });
}

void LiveGame::changeHeader(const tracker::HeaderChange& change) {
  post([change](KeptGame& game) { game.changeHeader(change); });
}

void LiveGame::undo() {
  post([](KeptGame& game) { game.undo(); });
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
