#include "vision/read/taught/card_places.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <utility>

namespace octo::vision {
namespace {

/// Cards within so much of each other, mm and degrees, are one: a card that lies so nearly on another hides it.
constexpr double kSamePlaceMm = 8, kSameTurn = 12;
/// Looked at a card's places in steps of that, mm: as wide as a block that is told changed.
constexpr double kStepMm = 8;
/// Of the places that showed a card, so many must be hidden before it lies under what hides them, or may be that
/// itself.
constexpr double kHiddenShare = 0.25;
/// As a share of what showed when it was read.
constexpr double kMuchLess = 0.7, kAsMuch = 0.97;
/// How much surer another face must be in a place where nothing has changed.
constexpr double kSurer = 0.1;
/// So many places of a card must show at least before they can tell that it is still there.
constexpr std::size_t kLeastStill = 6;
/// Of the looks, at least so many must have shown a card, counted with one more on both sides.
constexpr double kShownOften = 0.5;

double shareOf(const Sighting& card, const Face& face) {
  for (const Candidate& each : card.faces)
    if (each.face == face) return each.confidence;
  return 0;
}

}  // namespace

bool CardPlaces::isSamePlace(const TablePose& one, const TablePose& other) const {
  if (inBoxes_) return distance(one.at, other.at) < width_ / 2;
  // Upside down, too: many a card looks nearly the same then.
  return distance(one.at, other.at) < kSamePlaceMm &&
         std::abs(std::remainder(one.angle - other.angle, 180)) < kSameTurn;
}

/// The same card read again: what it said before holds as long as the new reading, of perhaps only a strip of it, does
/// not speak against it.
bool CardPlaces::update(Known& place, const Sighting& now) const {
  const bool isUnchanged = !place.lost;
  Sighting& known = place.card;
  double& readFrom = place.readFrom;
  const Face before = known.faces.front().face, after = now.faces.front().face;
  // Less of it shows than when it was read: what little shows is easily misread, and covered cards are not exchanged.
  const bool isCovered = !before.isUnknown() && now.visible < kMuchLess * readFrom && shareOf(now, before) > 0;
  const bool keeps =
      isCovered || (!before.isUnknown() &&
                    (after.isUnknown() ? isUnchanged || shareOf(now, before) > 0
                                       : isUnchanged && before != after &&
                                             now.faces.front().confidence < known.faces.front().confidence + kSurer));
  const bool better = after != before || now.faces.front().confidence > known.faces.front().confidence;
  if (inBoxes_ && before == after && now.visible < kAsMuch * readFrom) return false;  // a hand hides its print
  // Nobody turns a card around without touching it.
  if (isUnchanged && (keeps || !better)) return false;
  place.before = place;
  std::vector<Candidate> faces = keeps || !better ? known.faces : now.faces;
  if (!keeps) readFrom = now.visible;
  known = now;
  known.faces = std::move(faces);
  return known.faces.front().face != before;
}

bool CardPlaces::isOn(const TablePose& pose, TablePoint at) const {
  const double a = pose.angle * std::numbers::pi / 180, x = at.x - pose.at.x, y = pose.at.y - at.y;
  return std::abs(x * std::cos(a) + y * std::sin(a)) <= width_ / 2 &&
         std::abs(-x * std::sin(a) + y * std::cos(a)) <= height_ / 2;
}

std::vector<TablePoint> CardPlaces::placesOf(const TablePose& pose) const {
  std::vector<TablePoint> places;
  const double a = pose.angle * std::numbers::pi / 180;
  for (double x = kStepMm / 2; x < width_; x += kStepMm)
    for (double y = kStepMm / 2; y < height_; y += kStepMm) {
      const double u = x - width_ / 2, v = y - height_ / 2;
      places.push_back({pose.at.x + u * std::cos(a) - v * std::sin(a), pose.at.y - u * std::sin(a) - v * std::cos(a)});
    }
  return places;
}

void CardPlaces::tellOpen() {
  std::vector<const Known*> above;
  for (Known& card : known_) {
    if (card.lost) continue;
    card.open = placesOf(*card.card.pose);
    std::erase_if(card.open, [&](TablePoint at) {
      return std::any_of(above.begin(), above.end(), [&](const Known* other) { return isOn(*other->card.pose, at); });
    });
    above.push_back(&card);
  }
}

void CardPlaces::rest(const IsSo& hasChanged) {
  for (Known& card : known_) {
    card.isNew = false;
    card.changed.clear();
    if (card.lost || card.isDoubted)
      card.changed = card.open;  // something lies there, or did
    else
      std::copy_if(card.open.begin(), card.open.end(), std::back_inserter(card.changed), hasChanged);
    card.lost = card.lost || !card.changed.empty();
    card.isDoubted = false;
    if (card.lost) card.looks = card.seen = 1;  // each rest is counted by itself
  }
}

/// What was read lies on what was not; among themselves they keep their order.
bool CardPlaces::take(const std::vector<Sighting>& cards) {
  bool changed = false;
  std::vector<Known> now;
  for (const Sighting& card : cards) {
    const auto isThere = [&](const Known& known) { return isSamePlace(*known.card.pose, *card.pose); };
    if (std::any_of(now.begin(), now.end(), isThere)) continue;
    const auto same = std::find_if(known_.begin(), known_.end(), isThere);
    if (same == known_.end()) {
      now.push_back({{card, card.visible}});
      changed = true;
      continue;
    }
    changed = update(*same, card) || same->lost || changed;
    same->lost = false;
    same->isFresh = true;
    now.push_back(std::move(*same));
    known_.erase(same);
  }
  now.insert(now.end(), std::make_move_iterator(known_.begin()), std::make_move_iterator(known_.end()));
  known_ = std::move(now);
  tellOpen();
  return changed;
}

void CardPlaces::found(const std::vector<Sighting>& cards) { take(cards); }

bool CardPlaces::looksTheSame(const Known& card) const {
  const auto shows = [&](TablePoint at) {
    return std::none_of(known_.begin(), known_.end(),
                        [&](const Known& other) { return !other.lost && isOn(*other.card.pose, at); });
  };
  const auto hasChanged = [&](TablePoint at) {
    return std::find(card.changed.begin(), card.changed.end(), at) != card.changed.end();
  };
  // Where it is of the table's colour, nothing changes when it is taken.
  for (const std::vector<TablePoint>* places : {&card.print, &card.open}) {
    std::vector<TablePoint> still;
    std::copy_if(places->begin(), places->end(), std::back_inserter(still), shows);
    if (still.size() < kLeastStill) continue;
    return 2 * std::count_if(still.begin(), still.end(), hasChanged) < std::ssize(still);
  }
  return false;
}

double CardPlaces::hiddenShare(const Known& card, const Shown& shown) {
  const auto hidden = std::count_if(card.open.begin(), card.open.end(), shown.isHidden);
  return card.open.empty() ? 1 : static_cast<double>(hidden) / static_cast<double>(card.open.size());
}

void CardPlaces::judgeFresh(const Shown& shown) {
  bool isAnyAsBefore = false;
  for (Known& card : known_) {
    if (!card.isFresh || card.lost) continue;
    const bool isDoubtful = hiddenShare(card, shown) >= kHiddenShare;
    if (isDoubtful && card.before) {
      card.isDoubted = card.isNew || card.before->card.faces.front().face != card.card.faces.front().face;
      card.before->card.visible = card.card.visible;
      static_cast<Reading&>(card) = *card.before;
      isAnyAsBefore = true;
    } else if (card.isNew) {
      card.isDoubted = isDoubtful;
    }
  }
  if (isAnyAsBefore) tellOpen();
  for (Known& card : known_) {
    if (card.isFresh && !card.lost) {
      card.print.clear();
      std::copy_if(card.open.begin(), card.open.end(), std::back_inserter(card.print), shown.standsOut);
    }
    card.isFresh = false;
    card.before.reset();
  }
}

void CardPlaces::settle(const Shown& shown) {
  std::vector<Known*> same;
  for (Known& card : known_)
    if (card.lost && looksTheSame(card)) same.push_back(&card);
  for (Known* card : same) card->lost = false;
  if (!same.empty()) tellOpen();
  std::erase_if(known_, [&](const Known& card) { return card.lost && hiddenShare(card, shown) < kHiddenShare; });
  judgeFresh(shown);
}

bool CardPlaces::look(const std::vector<Sighting>& cards, const IsSo& wasLookedAt, const Shown& shown) {
  const auto isShown = [](const Known& card) { return !card.lost && 2 * (card.seen + 1) >= card.looks + 1; };
  for (Known& card : known_)
    if (!card.lost && card.isNew && wasLookedAt(card.card.pose->at)) {
      ++card.looks;
      const bool again = std::any_of(cards.begin(), cards.end(),
                                     [&](const Sighting& other) { return isSamePlace(*card.card.pose, *other.pose); });
      card.seen += again ? 1 : 0;
    }
  const auto count = std::count_if(known_.begin(), known_.end(), isShown);
  const bool changed = take(cards) || count != std::count_if(known_.begin(), known_.end(), isShown);
  judgeFresh(shown);
  return changed;
}

std::vector<TablePose> CardPlaces::doubtful() const {
  std::vector<TablePose> poses;
  for (const Known& card : known_)
    if (card.lost || card.seen < card.looks || card.card.faces.front().face.isUnknown())
      poses.push_back(*card.card.pose);
  return poses;
}

std::vector<TableRect> CardPlaces::doubtfulAreas() const {
  std::vector<TableRect> areas;
  for (const TablePose& pose : doubtful()) {
    const double a = pose.angle * std::numbers::pi / 180, c = std::abs(std::cos(a)), s = std::abs(std::sin(a));
    const double across = (width_ * c + height_ * s) / 2, deep = (width_ * s + height_ * c) / 2;
    areas.push_back({pose.at.x - across, pose.at.y - deep, pose.at.x + across, pose.at.y + deep});
  }
  return areas;
}

std::vector<Sighting> CardPlaces::cards() const {
  std::vector<Sighting> cards;
  for (const Known& card : known_) {
    const double presence = (card.seen + 1.0) / (card.looks + 1.0);
    if (card.lost || presence < kShownOften) continue;
    if (card.isDoubted && card.card.faces.front().face.isUnknown()) continue;
    cards.push_back(card.card);
    cards.back().presence = presence;
  }
  return cards;
}

}  // namespace octo::vision
