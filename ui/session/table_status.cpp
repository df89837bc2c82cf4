#include "ui/session/table_status.h"

#include <algorithm>

namespace octo::ui {
namespace {

using Kind = TableStatus::Kind;
using vision::PictureTrouble;
using vision::TableState;

/// So long something must be seen before it is told, seconds: a hand that passes, and the pause in which the table is
/// read, are over before anybody could read of them. A table that was found is not lost because a head leaned over it.
/// That the camera sends nothing is untrue as soon as it sends a picture.
double delayOf(Kind now, Kind next) {
  if (now == Kind::Lost) return 0;
  switch (next) {
    case Kind::Hand:
      return 0.25;
    case Kind::Reading:
      return 0.5;
    case Kind::Looking:
      return now == Kind::Opening ? 0.0 : 1.0;
    case Kind::Turn:
    case Kind::Setup:
    case Kind::Mismatch:
    case Kind::Opening:
    case Kind::Lost:
    case Kind::Paused:
    case Kind::GameOver:
    case Kind::SourceEnd:
      return 0;
  }
  return 0;
}

/// After so many seconds people are told what they can do.
std::optional<double> patienceFor(Kind kind) {
  switch (kind) {
    case Kind::Looking:
      return 5;
    case Kind::Setup:
      return 20;
    case Kind::Hand:
      return 15;
    case Kind::Reading:
      return 6;
    case Kind::Mismatch:
      return 2;
    case Kind::Opening:
    case Kind::Lost:
      return 4;
    case Kind::Turn:
    case Kind::Paused:
    case Kind::GameOver:
    case Kind::SourceEnd:
      return std::nullopt;
  }
  return std::nullopt;
}

bool isUnread(const vision::View& view) {
  return view.sightings && std::any_of(view.sightings->begin(), view.sightings->end(), [](const auto& sighting) {
           return sighting.faces.empty() || sighting.faces.front().face.isUnknown();
         });
}

/// Dark and cut off pictures hide what nobody misses; the others are good enough as long as everything is read.
bool alwaysMatters(PictureTrouble trouble) {
  return trouble == PictureTrouble::CutOff || trouble == PictureTrouble::Dark;
}

}  // namespace

Kind StatusWatch::kindOf(const TableSight& sight) const {
  if (any(sight.trouble)) return Kind::Lost;
  if (sight.sourceEnded) return sight.follower && sight.follower->result().over ? Kind::GameOver : Kind::SourceEnd;
  if (sight.paused) return Kind::Paused;
  if (!sight.view) return Kind::Opening;
  switch (sight.view->state) {
    case TableState::Searching:
      return Kind::Looking;
    case TableState::Moving:
      return Kind::Hand;
    case TableState::Settling:
      return Kind::Reading;
    case TableState::AtRest:
      break;
  }
  if (!sight.follower) return Kind::Setup;
  if (!sight.follower->differences().empty()) return Kind::Mismatch;
  if (sight.follower->result().over) return Kind::GameOver;
  if (!sight.follower->begun() || !sight.follower->missing().empty()) return Kind::Setup;
  return Kind::Turn;
}

void StatusWatch::takeOver(Kind kind, double now) {
  if (kind == status_.kind) {
    next_ = kind;
    return;
  }
  if (kind != next_) {
    next_ = kind;
    nextSince_ = now;
  }
  if (now - nextSince_ < delayOf(status_.kind, kind)) return;
  status_.kind = kind;
  since_ = nextSince_;
}

void StatusWatch::fill(const TableSight& sight) {
  status_.marks.clear();
  status_.missingMarks.clear();
  status_.anotherTable = false;
  if (status_.kind == Kind::Looking && sight.view && sight.view->search) {
    const vision::MarkSearch& search = *sight.view->search;
    status_.marks = search.seen;
    status_.missingMarks = search.missing;
    const auto ours = [](const vision::SeenMark& mark) { return mark.ours; };
    // One that looks like a marker may be anything; two are another table's.
    status_.anotherTable = search.seen.size() >= 2 && std::none_of(search.seen.begin(), search.seen.end(), ours);
  }
  status_.trouble = sight.trouble;
  if (!sight.follower) return;
  status_.missing = sight.follower->missing();
  status_.isSetUp = sight.follower->isSetUp();
  status_.differences = sight.follower->differences();
  status_.canTakeTable = sight.follower->canTakeTable();
  status_.gameBegun = !sight.follower->events().empty();
  status_.player = sight.follower->toMove();
}

/// Two measurements in a row must agree on what is told and on what is no longer told.
void StatusWatch::advise(const TableSight& sight) {
  if (!sight.view || !sight.view->quality) {
    status_.advice.reset();
    return;
  }
  if (sight.view->quality != measured_) {
    measured_ = sight.view->quality;
    troubleBefore_ = trouble_;
    trouble_ = vision::troubleOf(*measured_, trouble_);
  }
  const bool matters = status_.kind == Kind::Looking || isUnread(*sight.view);
  const auto told = [&](std::optional<PictureTrouble> trouble) {
    return trouble && (matters || alwaysMatters(*trouble)) ? trouble : std::nullopt;
  };
  if (trouble_ == troubleBefore_) status_.advice = told(trouble_);
}

const TableStatus& StatusWatch::update(const TableSight& sight) {
  takeOver(kindOf(sight), sight.now);
  status_.lasted = std::max(0.0, sight.now - since_);
  const auto patience = patienceFor(status_.kind);
  status_.stuck = patience && status_.lasted >= *patience;
  fill(sight);
  advise(sight);
  return status_;
}

}  // namespace octo::ui
