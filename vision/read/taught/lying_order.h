#pragma once

#include <cstddef>
#include <vector>

#include "vision/edition/edition.h"
#include "vision/read/taught/card_pose.h"
#include "vision/read/taught/card_spotter.h"

namespace octo::vision {

/// A place where a card lies or may lie, and as which of the spotted cards; `SpottedCards::kNobody` as none of them.
struct PlacedCard {
  PlanePose pose;
  int owner = SpottedCards::kNobody;
};

/// Tells which of the cards in a plane lie on which, by the squares that the spotter gives to one or the other.
class LyingOrder {
 public:
  /// `card`: any face, all have one outline. `spotted`: null where nothing was; then nothing lies on anything. Both
  /// must outlive it.
  LyingOrder(const FaceArt& card, const SpottedCards* spotted) : card_(card), spotted_(spotted) {}

  /// Of each the numbers of those that lie on it; of two places of one card the first counts as lying on the other.
  std::vector<std::vector<std::size_t>> whatLiesOn(const std::vector<PlacedCard>& cards) const;

  /// The numbers of cards that were read one after the other, those that lie on others before them. Where squares do
  /// not tell it, what was read first lies on what was read later.
  std::vector<std::size_t> fromTheTop(const std::vector<PlacedCard>& cards) const;

  /// The share of the card's squares that show it.
  double shareSpotted(const PlacedCard& card) const;

 private:
  /// Of two places of cards: how many squares both have, and how many of them show the one card, or the other.
  struct Overlap {
    int both = 0, ones = 0, others = 0;
  };
  Overlap overlapOf(const PlacedCard& one, const PlacedCard& other) const;
  bool liesOn(const std::vector<PlacedCard>& cards, std::size_t one, std::size_t other) const;

  const FaceArt& card_;
  const SpottedCards* spotted_;
};

/// Of cards that wait until those that lie on them are done, the numbers of those that wait for no other; where squares
/// contradict each other, the one that waits for the fewest. Nothing once all are done.
std::vector<std::size_t> nextFromTheTop(const std::vector<std::vector<std::size_t>>& whatLiesOn,
                                        const std::vector<char>& isDone);

}  // namespace octo::vision
