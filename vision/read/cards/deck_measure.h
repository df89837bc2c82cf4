#pragma once

#include <optional>
#include <span>
#include <vector>

#include "vision/read/cards/card_assembly.h"

namespace octo::vision {

/// How the cards on a known table measure, worked out from those that show both their indices: where the index stands
/// on them, and how large they are. All cards of a deck are alike in that, so one index then tells where its card lies,
/// however little of it shows. Two decks may differ: what was measured on indices of like size counts. Where all such
/// have their two indices at the same ends, and none has more, an index tells on which side of it its card lies. One
/// thread uses it.
class DeckMeasure {
 public:
  /// Cards of a picture in which the table is seen so, with their outlines as a network told them. Those that were not
  /// surely read, or show one index, tell nothing.
  void learn(std::span<const AssembledCard> cards, const TableView& view);

  /// Whether enough cards were measured to tell what others do.
  bool isKnown() const { return measured_.size() >= kEnough; }

  /// The cards that the index may be on, with it in the upper left or the upper right corner. Nothing before enough
  /// cards were measured, and for what would be no such card.
  std::optional<CardsAround> sidesOf(const CardIndex& index, const TableView& view) const;

 private:
  static constexpr std::size_t kEnough = 3;
  /// All mm: the index's size, how far it stands from the card's middle, and the card.
  struct Measured {
    double size, across, down, width, height;
    /// Where its other index stands, seen from the one; either where it has more than two.
    CardsAround::Side side;
  };
  std::vector<Measured> measured_;
};

}  // namespace octo::vision
