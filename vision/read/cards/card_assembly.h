#pragma once

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
  std::size_t indices = 0;
  /// The surest index: where it stands, unit vector the way its rank's top points, px from there to the suit's bottom.
  ImagePoint at{}, up{};
  double size = 0;
  /// Where the other index stands, if it shows.
  std::optional<ImagePoint> other{};
  /// Whether the indices alone would hardly have named it: its whole face spoke for it.
  bool byFace = false;
  /// Whether its whole face, asked by itself, names the same card. Asked only where no card shows both its corners.
  bool faceAgrees = false;
};

/// Whether an index of that card may stand there: in one of the four corners that decks have indices in.
bool isInAnyCornerOf(const AssembledCard& card, ImagePoint at);

/// Tells the outlines of the cards that these indices are on, in the same order.
using OutlineTeller = std::function<std::vector<Corners>(std::span<const CardIndex>)>;

/// Tells what the faces of these cards look like, in the same order.
using FaceTeller = std::function<std::vector<SeenFace>(std::span<const Corners>)>;

/// Puts cards together: two indices that read alike, stand upside down to each other and lie where the other's card
/// has its second index are one card. Decks with four indices a card are allowed for. `outlinesOf` tells the card
/// around each index, and with it where its second one is; without it a card measures what those with both indices do,
/// or what most cards do; `isMeasured`: it knows what the deck measures, so that a card's neighbours do not tell it
/// better. Where the indices leave a card in doubt, or none shows both of its own, `facesOf` is asked about its whole
/// face.
std::vector<AssembledCard> assembleCards(std::span<const SeenIndex> indices, const OutlineTeller& outlinesOf = {},
                                         const FaceTeller& facesOf = {}, bool isMeasured = false);

}  // namespace octo::vision
