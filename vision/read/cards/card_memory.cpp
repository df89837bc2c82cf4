#include "vision/read/cards/card_memory.h"

#include <algorithm>
#include <cmath>

#include "vision/read/cards/card_geometry.h"

namespace octo::vision {
namespace {

/// A reading that rules a card out is not believed further than this.
constexpr double kLeastChance = 1e-4;
/// Frames share light and focus: each further look counts as half a new one, and all together as no more than so many:
/// what was misread stays misread.
constexpr double kHalfIndependent = 0.5, kMostCount = 2;
/// Outlines that share this much are one card; like cards in a tight fan share as much, so the nearest is taken.
constexpr double kSameSpot = 0.6;
/// Less alikeness (Bhattacharyya 1943) and another card lies there now.
constexpr double kReadsAlike = 0.3;
/// Of looks that tell on which side of its index a card lies: more are not remembered.
constexpr int kMostVotes = 4;
/// Seen in fewer of the looks, a card is none.
constexpr double kLeastSeen = 0.5;

double alikeness(const CardChances& a, const CardChances& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::sqrt(a[i] * b[i]);
  return sum;
}

struct Match {
  double shared;
  std::size_t known, seen;
};

/// One of its indices, read alike, stands in a corner of the known card, as far as one small index tells how its card
/// is turned: where it lies was told otherwise.
bool isCornerOf(const AssembledCard& card, const AssembledCard& known) {
  constexpr double kAbout = 0.15;  // diagonals
  return likeliest(card) == likeliest(known) &&
         (offCorners(known, card.at) < kAbout || (card.other && offCorners(known, *card.other) < kAbout));
}

/// It is known by that very index, or has it at its other end, read alike.
bool isSameIndex(const AssembledCard& card, const AssembledCard& known) {
  constexpr double kSamePlace = 0.3, kSameWay = 0.9;  // sizes of the index; cosine
  if (likeliest(card) != likeliest(known)) return false;
  const double reach = kSamePlace * known.size, way = dot(card.up, known.up);
  return (distance(card.at, known.at) < reach && way > kSameWay) ||
         (known.other && distance(card.at, *known.other) < reach && way < -kSameWay);
}

/// The card as its other index has it.
void turn(AssembledCard& card) {
  std::swap(card.at, *card.other);
  card.up = {-card.up.x, -card.up.y};
  std::rotate(card.corners.begin(), card.corners.begin() + 2, card.corners.end());
}

constexpr int kNew = -1, kAgain = -2;

/// Which known card each seen one is: kNew for none, kAgain for another of its corners told as a card of its own.
/// `isSame`: which known cards lie where they lay.
template <typename Knowns>
std::vector<int> matched(const Knowns& known, std::span<const AssembledCard> seen, const std::vector<bool>& isSame) {
  std::vector<Match> matches;
  for (std::size_t k = 0; k < known.size(); ++k)
    for (std::size_t s = 0; s < seen.size(); ++s)
      if (const double shared = overlap(known[k].latest.corners, seen[s].corners); shared > kSameSpot)
        matches.push_back({shared, k, s});
  std::sort(matches.begin(), matches.end(), [](const Match& a, const Match& b) { return a.shared > b.shared; });
  std::vector<int> of(seen.size(), kNew);
  std::vector<bool> taken(known.size(), false);
  for (const Match& match : matches) {
    if (of[match.seen] != kNew || taken[match.known]) continue;
    of[match.seen] = static_cast<int>(match.known);
    taken[match.known] = true;
  }
  for (std::size_t s = 0; s < seen.size(); ++s)
    for (std::size_t k = 0; k < known.size() && of[s] == kNew; ++k) {
      if (!isSameIndex(seen[s], known[k].latest) && !(isSame[k] && isCornerOf(seen[s], known[k].latest))) continue;
      of[s] = taken[k] ? kAgain : static_cast<int>(k);
      taken[k] = true;
    }
  return of;
}

}  // namespace

void CardMemory::add(Known& known, const AssembledCard& card) {
  const bool agreed = known.seen > 0 && known.latest.faceAgrees;
  // Where it lies was told best when nothing lay upon it.
  const bool wasWhole = known.seen > 0 && (known.wasWhole || known.latest.indices > 1);
  // One index may be told to be on a card at either side of it: what most looks tell.
  const bool isElsewhere = known.seen > 0 && overlap(known.latest.corners, card.corners) < kSameSpot;
  known.votes = isElsewhere ? known.votes - 1 : std::min(known.votes + 1, kMostVotes);
  const bool stays = isElsewhere && card.indices < 2 && (wasWhole || known.votes > 0);
  if (isElsewhere && !stays) known.votes = 1;
  const Corners corners = stays ? known.latest.corners : card.corners;
  known.wasWhole = wasWhole;
  known.latest = card;
  known.latest.corners = corners;
  known.latest.faceAgrees = card.faceAgrees || agreed;
  known.isHalfHidden = false;
  for (std::size_t i = 0; i < known.logs.size(); ++i)
    known.logs[i] += std::log(std::max(card.chances[i], kLeastChance));
  known.presence += card.presence;
  ++known.seen;
}

CardMemory::Known CardMemory::learnt(const AssembledCard& card) {
  Known known;
  known.looks = 1;
  add(known, card);
  return known;
}

/// By one of its indices; afterwards that is the one it is known by.
bool CardMemory::staysAsKnown(Known& known, const IsPlace& looksAsItDid) {
  const bool one = looksAsItDid(known.latest.at), other = known.latest.other && looksAsItDid(*known.latest.other);
  if (!one && other) turn(known.latest);
  if (known.latest.other) known.isHalfHidden = !one || !other;
  return known.isAsItWas = one || other;
}

void CardMemory::rest(std::span<const AssembledCard> seen, const IsPlace& looksAsItDid) {
  std::vector<Known> now;
  std::vector<bool> foundAgain(known_.size(), false), asItWas(known_.size(), false);
  for (std::size_t k = 0; k < known_.size(); ++k) asItWas[k] = staysAsKnown(known_[k], looksAsItDid);
  const std::vector<int> of = matched(known_, seen, asItWas);
  for (std::size_t s = 0; s < seen.size(); ++s) {
    if (of[s] == kAgain) continue;
    const Known* before = of[s] < 0 ? nullptr : &known_[static_cast<std::size_t>(of[s])];
    if (before && asItWas[static_cast<std::size_t>(of[s])] &&
        alikeness(before->latest.chances, seen[s].chances) < kReadsAlike)
      continue;  // this look errs, or all before did
    if (before) foundAgain[static_cast<std::size_t>(of[s])] = true;
    if (before == nullptr || alikeness(before->latest.chances, seen[s].chances) < kReadsAlike) {
      now.push_back(learnt(seen[s]));
    } else {
      now.push_back(*before);
      now.back().lost = false;
      ++now.back().looks;
      add(now.back(), seen[s]);
    }
  }
  for (std::size_t k = 0; k < known_.size(); ++k) {
    if (foundAgain[k]) continue;
    now.push_back(known_[k]);
    now.back().lost = !asItWas[k];
  }
  known_ = std::move(now);
  looks_ = 1;
}

void CardMemory::settle(const IsPlace& isCovered) {
  std::erase_if(known_, [&](const Known& known) { return known.lost && !isCovered(known.latest.at); });
  for (Known& known : known_) {
    if (known.lost || !known.isHalfHidden || isCovered(*known.latest.other)) continue;
    known.latest.other.reset();
    known.latest.indices = 1;
    known.wasWhole = true;
    known.isHalfHidden = false;
  }
}

void CardMemory::look(std::span<const AssembledCard> seen, const IsCard& wasLookedAt) {
  std::vector<bool> isThere;
  for (const Known& known : known_) isThere.push_back(!known.lost);
  const std::vector<int> of = matched(known_, seen, isThere);
  const auto counts = [&](const Known& known) { return !known.lost && !known.isAsItWas && wasLookedAt(known.latest); };
  for (Known& known : known_) known.looks += counts(known) ? 1 : 0;
  for (std::size_t s = 0; s < seen.size(); ++s) {
    if (of[s] == kAgain) continue;
    Known* known = of[s] < 0 ? nullptr : &known_[static_cast<std::size_t>(of[s])];
    if (known && known->lost && alikeness(known->latest.chances, seen[s].chances) < kReadsAlike) {
      *known = learnt(seen[s]);
    } else if (known) {
      known->looks += counts(*known) ? 0 : 1;
      known->lost = false;
      add(*known, seen[s]);
    } else {
      known_.push_back(learnt(seen[s]));
      known_.back().looks = looks_ + 1;
    }
  }
  ++looks_;
}

void CardMemory::forget() {
  known_.clear();
  looks_ = 0;
}

std::vector<CardIndex> CardMemory::indicesWhere(const IsPlace& changed) const {
  std::vector<CardIndex> indices;
  for (const Known& known : known_) {
    const AssembledCard& card = known.latest;
    if (changed(card.at)) indices.push_back({card.at, card.up, card.size, 0});
    if (card.other && changed(*card.other)) indices.push_back({*card.other, {-card.up.x, -card.up.y}, card.size, 0});
  }
  return indices;
}

std::vector<AssembledCard> CardMemory::cards() const {
  std::vector<AssembledCard> cards;
  for (const Known& known : known_) {
    if (known.lost || known.seen < kLeastSeen * known.looks) continue;
    AssembledCard card = known.latest;
    const double weight = std::min(1 + kHalfIndependent * (known.seen - 1), kMostCount) / known.seen;
    double sum = 0;
    for (std::size_t i = 0; i < card.chances.size(); ++i) sum += card.chances[i] = std::exp(known.logs[i] * weight);
    for (double& chance : card.chances) chance /= sum;
    card.presence = known.presence / known.looks;
    if (known.isHalfHidden) card.other.reset(), card.indices = 1;
    cards.push_back(card);
  }
  return cards;
}

}  // namespace octo::vision
