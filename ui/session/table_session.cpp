#include "ui/session/table_session.h"

#include <spdlog/spdlog.h>

#include <utility>

#include "tracker/follow/forearms.h"

namespace octo::ui {
namespace {

/// A game that lies there before anything is known, and is left lying so long, is gone on from by itself, seconds of
/// the source: nobody clears the table, and nobody said otherwise.
constexpr double kTakesBySelf = 20;

void append(std::vector<tracker::Change>& all, std::vector<tracker::Change> more) {
  for (tracker::Change& change : more) all.push_back(std::move(change));
}

}  // namespace

TableSession::TableSession(tracker::Beginning beginning, MakeGame make, Corners corners, Edition edition)
    : beginning_(std::move(beginning)),
      make_(std::move(make)),
      corners_(std::move(corners)),
      edition_(std::move(edition)),
      before_(tracker::follow(beginning_)) {}

TableSession::TableSession(std::unique_ptr<FollowedGame> game, Corners corners, Edition edition)
    : corners_(std::move(corners)), edition_(std::move(edition)), game_(std::move(game)) {}

/// Whoever reaches in first is likely first, unless that was told.
void TableSession::begin(const Observation& seen) {
  if (game_) return;
  beginning_.firstTold = tracker::begunBy(seen, beginning_.firstTold, beginning_.header);
  game_ = make_(beginning_);
}

vision::PipelineOptions TableSession::options() const {
  const GameHeader& header = follower().header();
  return {.game = header.game, .corners = {}, .players = static_cast<int>(header.players.size()), .edition = edition_};
}

std::vector<tracker::Change> TableSession::see(const vision::Frame& frame) {
  if (!pipeline_) {
    vision::PipelineOptions made = options();
    if (corners_) made.corners = corners_(frame.bgr.size());
    pipeline_.emplace(std::move(made));
  }
  pipeline_->observeParts(game_ && game_->follower().usesParts());
  view_ = pipeline_->step(frame);
  pictures_.keep(frame, view_);
  if (game_) game_->show(frame.bgr, frame.index);
  if (view_.state == vision::TableState::Moving && read_) readBefore_ = *std::exchange(read_, std::nullopt);
  if (!view_.observation) {
    if (view_.state != vision::TableState::AtRest) return {};
    std::vector<tracker::Change> changes = checked(still(view_.time));
    append(changes, takeBySelf());
    return changes;
  }
  if (!game_ && !view_.observation->pieces.empty()) {
    begin(*view_.observation);
    game_->show(frame.bgr, frame.index);
  }
  std::vector<tracker::Change> changes = checked(observe(*view_.observation));
  if (std::exchange(turnDone_, false)) append(changes, say(tracker::TurnDone{view_.time, view_.frame}));
  return changes;
}

/// Before a breach is told, what it rests on is read again.
std::vector<tracker::Change> TableSession::checked(std::vector<tracker::Change> changes) {
  return tellsBreach(changes) ? atOnce(std::move(changes), lookTwice().changes) : changes;
}

TableSession::SecondLook TableSession::lookTwice() {
  SecondLook look;
  if (!game_ || !read_) return look;
  const auto readings = pictures_.readAgain(options());
  look.looked = !readings.empty();
  const std::vector<Reread> wrong = readWrong(*read_, readBefore_, readings);
  if (wrong.empty()) return look;
  for (const Reread& each : wrong)
    spdlog::info("looked again at ({:.0f}, {:.0f}) mm: read as {} {:.0f}°, it is {} {:.0f}° in {} pictures",
                 each.was.pose.at.x, each.was.pose.at.y, each.was.face().text(), each.was.pose.angle,
                 each.is.face().text(), each.is.pose.angle, readings.size());
  look.wrong = true;
  read_ = corrected(std::move(*read_), wrong);
  wrong_.insert(wrong_.end(), wrong.begin(), wrong.end());
  read_->forearms.clear();  // they have been told
  look.changes = game_->take(*read_);
  return look;
}

std::vector<tracker::Change> TableSession::observe(const Observation& observation) {
  if (!game_ && observation.pieces.empty()) return {};
  begin(observation);
  std::erase_if(wrong_, [&](const Reread& each) { return !isRead(each.was, observation); });
  read_ = corrected(observation, wrong_);
  return game_->take(*read_);
}

std::vector<tracker::Change> TableSession::still(double time) {
  const auto due = game_ ? game_->follower().heldUntil() : std::nullopt;
  return due && time >= *due ? game_->take(tracker::Still{time}) : std::vector<tracker::Change>();
}

std::vector<tracker::Change> TableSession::takeBySelf() {
  const bool waits = game_ && game_->follower().events().empty() && game_->follower().canTakeTable();
  if (!waits) occupiedSince_.reset();
  if (waits && !occupiedSince_) occupiedSince_ = view_.time;
  if (!waits || view_.time - *occupiedSince_ < kTakesBySelf) return {};
  occupiedSince_.reset();
  return say(tracker::TakeTable{view_.time, view_.frame});
}

std::vector<tracker::Change> TableSession::say(const tracker::Input& input) {
  begin({});
  return game_->take(input);
}

std::vector<tracker::Change> TableSession::turnDone() {
  if (ended_ || view_.state == vision::TableState::AtRest) return say(tracker::TurnDone{view_.time, view_.frame});
  turnDone_ = true;
  return {};
}

std::vector<tracker::Change> TableSession::finish() {
  ended_ = true;
  return game_ ? game_->take(tracker::Finish{}) : std::vector<tracker::Change>();
}

void TableSession::setCorners(const std::vector<vision::ImagePoint>& corners) {
  if (pipeline_)
    pipeline_->setCorners(corners);
  else
    corners_ = [corners](cv::Size) { return corners; };
}

void TableSession::lookAgain() {
  if (pipeline_) pipeline_->lookAgain();
}

}  // namespace octo::ui
