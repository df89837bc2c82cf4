#include "ui/session/second_look.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "tracker/vocabulary/cell.h"
#include "vision/seen_pieces.h"

namespace octo::ui {
namespace {

/// Readings that far apart are of one piece, mm; and a piece that lies no farther from where it lay is no new one.
constexpr double kOnePiece = 15;
/// So many pictures of a rest are kept: the latest ones until it is read, and seldom another one then, seconds.
constexpr std::size_t kPictures = 6;
constexpr double kSoon = 0.03, kLater = 0.5;
/// Of so many readings that share must agree.
constexpr std::size_t kFewestReadings = 3;
constexpr std::size_t kAgree = 2, kOf = 3;

/// A shield is another one, too, where it points another way.
bool readsAlike(const SeenPiece& a, const SeenPiece& b) {
  if (a.face() != b.face()) return false;
  return a.face().family() != "shield" || Facing::nearest(a.pose.angle) == Facing::nearest(b.pose.angle);
}

const SeenPiece* nearestTo(TablePoint at, const std::vector<SeenPiece>& pieces) {
  const SeenPiece* nearest = nullptr;
  double least = kOnePiece;
  for (const SeenPiece& piece : pieces)
    if (const double away = distance(piece.pose.at, at); away <= least) least = away, nearest = &piece;
  return nearest;
}

/// What most readings say lies there; null where they do not agree, or on nothing that has a name.
const SeenPiece* agreedOn(TablePoint at, const std::vector<std::vector<SeenPiece>>& readings) {
  const SeenPiece* best = nullptr;
  std::size_t most = 0;
  for (const auto& reading : readings) {
    const SeenPiece* one = nearestTo(at, reading);
    if (!one || one->face().isUnknown()) continue;
    std::size_t alike = 0;
    for (const auto& other : readings)
      if (const SeenPiece* there = nearestTo(at, other)) alike += readsAlike(*there, *one) ? 1 : 0;
    if (alike > most || (alike == most && best && one->confidence() > best->confidence())) most = alike, best = one;
  }
  return kOf * most >= kAgree * readings.size() ? best : nullptr;
}

}  // namespace

bool isRead(const SeenPiece& piece, const Observation& seen) {
  return std::any_of(seen.pieces.begin(), seen.pieces.end(), [&](const SeenPiece& each) {
    return distance(each.pose.at, piece.pose.at) <= kOnePiece && readsAlike(each, piece);
  });
}

std::vector<Reread> readWrong(const Observation& seen, const Observation& before,
                              const std::vector<std::vector<SeenPiece>>& readings) {
  std::vector<Reread> wrong;
  if (readings.size() < kFewestReadings) return wrong;
  for (const SeenPiece& piece : seen.pieces) {
    if (isRead(piece, before)) continue;
    const SeenPiece* agreed = agreedOn(piece.pose.at, readings);
    if (agreed && !readsAlike(*agreed, piece)) wrong.push_back({piece, *agreed});
  }
  return wrong;
}

Observation corrected(Observation seen, const std::vector<Reread>& wrong) {
  for (SeenPiece& piece : seen.pieces)
    for (const Reread& each : wrong)
      if (distance(each.was.pose.at, piece.pose.at) <= kOnePiece && readsAlike(each.was, piece)) {
        piece.faces = each.is.faces;
        piece.pose.angle = each.is.pose.angle;
        break;
      }
  return seen;
}

std::vector<tracker::Change> atOnce(std::vector<tracker::Change> first, std::vector<tracker::Change> second) {
  using Kind = tracker::Change::Kind;
  for (tracker::Change& later : second) {
    const auto told = std::find_if(first.rbegin(), first.rend(),
                                   [&](const tracker::Change& each) { return each.event.n == later.event.n; });
    const bool wasNew = told != first.rend() && told->kind == Kind::Added;
    if (wasNew && later.kind == Kind::Revised)
      told->event = std::move(later.event);
    else if (wasNew && later.kind == Kind::Removed)
      first.erase(std::next(told).base());
    else
      first.push_back(std::move(later));
  }
  return first;
}

bool tellsBreach(const std::vector<tracker::Change>& changes) {
  return std::any_of(changes.begin(), changes.end(), [](const tracker::Change& each) {
    const bool there = each.kind != tracker::Change::Kind::Removed;
    return there && ((!each.event.verdict.legal && !each.event.event.takenBack) || !each.event.verdict.exposes.empty());
  });
}

void RestPictures::keep(const vision::Frame& frame, const vision::View& view) {
  const bool still = view.state == vision::TableState::Settling || view.state == vision::TableState::AtRest;
  if (!still || !view.table) {
    while (!pictures_.empty()) dropOldest();
    last_ = -1e9;
    return;
  }
  const bool soon = view.state == vision::TableState::Settling || pictures_.size() < kPictures;
  if (frame.time - last_ < (soon ? kSoon : kLater)) return;
  last_ = frame.time;
  if (pictures_.size() == kPictures) dropOldest();
  cv::Mat copy;  // the source fills the same picture again
  if (!spare_.empty()) {
    copy = std::move(spare_.back());
    spare_.pop_back();
  }
  frame.bgr.copyTo(copy);
  pictures_.push_back({std::move(copy), *view.table});
}

void RestPictures::dropOldest() {
  spare_.push_back(std::move(pictures_.front().bgr));
  pictures_.pop_front();
}

std::vector<std::vector<SeenPiece>> RestPictures::readAgain(const vision::PipelineOptions& options) {
  if (!reader_) reader_ = vision::makeReader(options.game, options.players, options.edition);
  std::vector<std::vector<SeenPiece>> readings;
  for (const Kept& kept : pictures_) {
    reader_->forget();
    reader_->read(kept.bgr, kept.table);
    readings.push_back(vision::seenPieces(reader_->sightings(kept.table)));
  }
  return readings;
}

}  // namespace octo::ui
