#pragma once

#include <array>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "vision/read/cards/card_deck.h"
#include "vision/read/cards/card_index.h"

namespace octo::vision {

/// A face is named from this confidence on. A misread costs more than a miss.
inline constexpr double kLeastConfidence = 0.83;

/// One card with all the indices of it that were seen.
struct AssembledCard {
  CardChances chances{};
  /// How likely there is a card's index at all.
  double presence = 0;
  /// From the corner that is top left as its surest index is read.
  Corners corners{};
  /// How many of its indices show; of one that shows both ends of a diagonal two at least.
  std::size_t indices = 0;
  /// The surest index: where it stands, unit vector the way its rank's top points, px from there to the suit's bottom.
  ImagePoint at{}, up{};
  double size = 0;
  /// Where the other index stands, if it shows.
  std::optional<ImagePoint> other{};
  /// Its corners if it lies on the other side of its index: where its deck may have an index on either side, and
  /// `joinStrips` has not told yet on which it is.
  std::optional<Corners> mirrored{};
  /// Whether the indices alone would hardly have named it: its whole face spoke for it.
  bool byFace = false;
  /// Whether its whole face, asked by itself, names the same card. Asked only where no card shows both its corners.
  bool faceAgrees = false;
};

/// The card that it most likely is, as `CardChances` counts them.
std::size_t likeliest(const AssembledCard& card);

/// How well two readings agree, 0 to 1 (Bhattacharyya 1943).
double agreement(const CardChances& a, const CardChances& b);

/// Readings of one card multiplied, as if half independent: light and blur are shared.
CardChances joined(const std::array<const CardChances*, 2>& readings);

/// How far something lies from where an index of that card stands, in diagonals of the card: from any of the four that
/// decks have, or from those that only decks with four have, beside the one that was seen and below it.
double offCorners(const AssembledCard& card, ImagePoint at);
double offOtherCorners(const AssembledCard& card, ImagePoint at);

/// Whether an index of that card may stand there: in one of the four corners that decks have indices in.
bool isInAnyCornerOf(const AssembledCard& card, ImagePoint at);

/// Tells the outlines of the cards that these indices are on, in the same order, as a network sees them.
using OutlineTeller = std::function<std::vector<Corners>(std::span<const CardIndex>)>;

/// The two cards that an index may be on, as its deck measures: with it in the upper left and in the upper right
/// corner.
struct CardsAround {
  /// On which of the two cards of its deck have their index.
  enum class Side { Either, Right, Left };

  Corners right, left;
  Side side = Side::Either;

  /// The one that its deck allows; of both the one that lies nearer to where a network told the card. And the other
  /// one.
  const Corners& nearer(const Corners& told) const;
  const Corners& farther(const Corners& told) const { return &nearer(told) == &right ? left : right; }
};

/// Tells them for these indices, in the same order; nothing for one of which no deck is known.
using SideTeller = std::function<std::vector<std::optional<CardsAround>>(std::span<const CardIndex>)>;

/// Tells what the faces of these cards look like, in the same order.
using FaceTeller = std::function<std::vector<SeenFace>(std::span<const Corners>)>;

/// Puts cards together: two indices that read alike, stand upside down to each other and lie where the other's card
/// has its second index are one card. Decks with four indices a card are allowed for. `outlinesOf` tells the card
/// around each index, and with it where its second one is; without it a card measures what those with both indices do,
/// or what most cards do. `sidesOf`: where it is known what the deck measures. Then a card's neighbours do not tell it
/// better, and the corners of a deck with four indices are known to be those of one card. `letters`: seen on the table
/// before. Where the indices leave a
/// card in doubt, or none shows both of its own, `facesOf` is asked about its whole face.
std::vector<AssembledCard> assembleCards(std::span<const SeenIndex> indices, const OutlineTeller& outlinesOf = {},
                                         const FaceTeller& facesOf = {}, const SideTeller& sidesOf = {},
                                         const LettersSeen& letters = {});

}  // namespace octo::vision
