#include "vision/read/cards/card_assembly.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "vision/fuse/median.h"
#include "vision/read/cards/card_geometry.h"
#include "vision/read/cards/card_neighbours.h"
#include "vision/read/cards/card_strips.h"
#include "vision/read/cards/four_corners.h"

namespace octo::vision {

double agreement(const CardChances& a, const CardChances& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::sqrt(a[i] * b[i]);
  return sum;
}

namespace {

/// Whether the second index stands where a card has its other one. Bounds in sizes of the index: a small index on a
/// poker card is a seventh of its height, a jumbo one 0.4; a slanted view shortens either way by a third, and shears.
/// `slack`: 1, or more where something else tells the place too.
bool isOppositeCorner(ImagePoint place, double slack) {
  const double across = std::abs(place.x), down = place.y;
  return across > 0.7 / slack && across < 5.5 * slack && down > 0.8 / slack && down < 8 * slack &&
         across < 1.8 * slack * down && across > 0.2 / slack * down;
}

/// Where a card has its other index: as far from its middle, on the other side.
ImagePoint otherIndex(ImagePoint index, const Corners& card) {
  const ImagePoint centre = middle(card);
  return {2 * centre.x - index.x, 2 * centre.y - index.y};
}

/// How far two indices lie from where each other's outline has the second one, in their sizes. Nothing told: nothing
/// held against them.
struct OutlineMisfit {
  double least = 0, mean = 0;
  bool told = false;
  /// How much of the two outlines is shared, 0 to 1.
  double shared = 1;
};

OutlineMisfit outlineMisfit(const CardIndex& a, const CardIndex& b, const Corners* ofA, const Corners* ofB) {
  if (ofA == nullptr || ofB == nullptr) return {};
  const double fromA = distance(otherIndex(a.at, *ofA), b.at) / a.size,
               fromB = distance(otherIndex(b.at, *ofB), a.at) / b.size;
  return {std::min(fromA, fromB), (fromA + fromB) / 2, true, overlap(*ofA, *ofB)};
}

/// 0 where they are not two indices of one card, else the better the larger.
double sameCard(const SeenIndex& a, const SeenIndex& b, double agree, const OutlineMisfit& misfit) {
  constexpr double kMostMisfit = 1.5;  // a like card beside this one is 3.5 away, in a row 1 or more
  constexpr double kLeastAgreement = 0.3;
  // In a row of like cards with four indices each a lower left corner stands where its neighbour's upper one does.
  constexpr double kLeastShared = 0.25;
  const double mostRatio = misfit.told ? 2.2 : 1.6;  // far and near corner in a slanted view; sizes are guessed, too
  const double ratio = a.index.size / b.index.size;
  if (agree < kLeastAgreement || ratio > mostRatio || ratio < 1 / mostRatio) return 0;
  if (dot(a.index.up, b.index.up) > -0.8 || misfit.least > kMostMisfit || misfit.shared < kLeastShared) return 0;
  const ImagePoint fromA = placeOf(b.index, a.index), fromB = placeOf(a.index, b.index);
  const double slack = misfit.told ? 1.7 : 1;
  if (!isOppositeCorner(fromA, slack) || !isOppositeCorner(fromB, slack)) return 0;
  // Two like cards may lie near each other: the corner that both see in the same place goes first, then the nearer.
  const double differ = std::hypot(fromA.x - fromB.x, fromA.y - fromB.y);
  return agree / (1 + differ + misfit.mean + 0.1 * std::hypot(fromA.x, fromA.y));
}

struct Pair {
  double score;
  std::size_t a, b;
};

std::vector<Pair> pairs(std::span<const SeenIndex> indices, const std::vector<CardChances>& chances,
                        const std::vector<Corners>& told) {
  const auto toldOf = [&](std::size_t i) { return told.empty() ? nullptr : &told[i]; };
  std::vector<Pair> found;
  for (std::size_t a = 0; a < indices.size(); ++a)
    for (std::size_t b = a + 1; b < indices.size(); ++b) {
      const OutlineMisfit misfit = outlineMisfit(indices[a].index, indices[b].index, toldOf(a), toldOf(b));
      const double score = sameCard(indices[a], indices[b], agreement(chances[a], chances[b]), misfit);
      if (score > 0) found.push_back({score, a, b});
    }
  std::sort(found.begin(), found.end(), [](const Pair& x, const Pair& y) { return x.score > y.score; });
  return found;
}

/// The other index of each one's card; its own number where it has none. `told`: the outlines around them, or none.
std::vector<std::size_t> partners(std::span<const SeenIndex> indices, const std::vector<CardChances>& chances,
                                  const std::vector<Corners>& told) {
  std::vector<std::size_t> partner(indices.size());
  std::iota(partner.begin(), partner.end(), 0U);
  for (const Pair& pair : pairs(indices, chances, told)) {
    if (partner[pair.a] != pair.a || partner[pair.b] != pair.b) continue;
    partner[pair.a] = pair.b;
    partner[pair.b] = pair.a;
  }
  return partner;
}

ImagePoint offset(ImagePoint from, ImagePoint to) { return {to.x - from.x, to.y - from.y}; }

/// What the cards with both indices measure holds for those of which one shows.
CardMeasure measureOf(std::span<const SeenIndex> indices, const std::vector<std::size_t>& partner) {
  CardMeasure measure = kTypicalMeasure;
  std::vector<double> widths, heights;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (partner[i] == i) continue;
    const ImagePoint place = placeOf(indices[partner[i]].index, indices[i].index);
    widths.push_back(std::abs(place.x) + 2 * measure.left);
    heights.push_back(place.y + 2 * measure.top);
  }
  if (widths.empty()) return measure;
  measure.width = median(widths);
  measure.height = median(heights);
  return measure;
}

}  // namespace

CardChances joined(const std::array<const CardChances*, 2>& readings) {
  constexpr double kFloor = 1e-4, kIndependence = 0.75;
  CardChances product{};
  double sum = 0;
  for (std::size_t i = 0; i < product.size(); ++i) {
    double logs = 0;
    for (const CardChances* reading : readings) logs += std::log((*reading)[i] + kFloor);
    sum += product[i] = std::exp(logs * kIndependence);
  }
  for (double& chance : product) chance /= sum;
  return product;
}

std::size_t likeliest(const AssembledCard& card) {
  return static_cast<std::size_t>(std::max_element(card.chances.begin(), card.chances.end()) - card.chances.begin());
}

namespace {

/// How far across its card the surest index stands, 0 at the left edge to 1 at the right one.
double across(const AssembledCard& card) {
  const ImagePoint edge = offset(card.corners[0], card.corners[1]);
  return dot(offset(card.corners[0], card.at), edge) / std::max(dot(edge, edge), 1e-6);
}

/// How far something lies from where a card with that index has its two, the nearer one, in diagonals of the card.
double offCorner(const Corners& card, ImagePoint index, ImagePoint at) {
  return std::min(distance(at, index), distance(at, otherIndex(index, card))) /
         std::max(distance(card[0], card[2]), 1e-6);
}

double offCorner(const AssembledCard& card, ImagePoint at) { return offCorner(card.corners, card.at, at); }

/// An index is 0.12 of the diagonal and more.
constexpr double kInCorner = 0.1;

bool isInCornerOf(const AssembledCard& card, ImagePoint at) { return offCorner(card, at) < kInCorner; }

/// Each one's index stands where the other has its own: outlines told by one index may be some degrees off.
bool areCornersOfEachOther(const AssembledCard& a, const AssembledCard& b) {
  return (offCorner(a, b.at) + offCorner(b, a.at)) / 2 < kInCorner;
}

/// Outlines of other forms may still be of one card.
bool areAboutOneMiddle(const AssembledCard& a, const AssembledCard& b) {
  return distance(middle(a.corners), middle(b.corners)) < kInCorner * distance(a.corners[0], a.corners[2]);
}

/// Two cards cannot lie in one place: what was read there from two corners is one card. In a tight fan neighbours share
/// nearly as much, but there both are read from the same corner, like cards of two decks too. Where one of those lies
/// wholly upon the other its index hides the other's: then one index was read twice, as that of the "0" of a "10".
/// Where both corners of both show it is a deck with four indices, the one outline narrower at times; where each has
/// its only index in the other's opposite corner, outlines may be some degrees off.
bool isSameCard(const AssembledCard& a, const AssembledCard& b) {
  constexpr double kPartly = 0.4, kSamePlace = 0.6, kSurelySamePlace = 0.8, kUponEachOther = 0.9, kOtherSide = 0.4;
  const double shared = overlap(a.corners, b.corners);
  const ImagePoint upA = offset(a.corners[3], a.corners[0]), upB = offset(b.corners[3], b.corners[0]);
  const bool turned = dot(upA, upB) < 0, oneSide = std::abs(across(a) - across(b)) < kOtherSide;
  if (a.indices > 1 && b.indices > 1)
    return shared > kSurelySamePlace || (likeliest(a) == likeliest(b) && areAboutOneMiddle(a, b));
  if (likeliest(a) == likeliest(b)) return shared > (turned || !oneSide ? kSamePlace : kUponEachOther);
  if (a.indices > 1 || b.indices > 1 || !turned || !oneSide) return false;
  // In a fan of a deck with four indices the neighbour's lower left corner shows: turned, but on its other side.
  return shared > kSurelySamePlace || (shared > kPartly && areCornersOfEachOther(a, b));
}

/// A card that shows both its corners covers what would lie in its place; an index read there is part of its face, and
/// what was read in a corner of it, turned another way, is its own index. What says the same in one of the other two
/// corners is as well.
bool isPartOf(const AssembledCard& card, const AssembledCard& other) {
  constexpr double kSamePlace = 0.7;
  if (card.indices > 1 || other.indices < 2) return false;
  if (isInCornerOf(other, card.at)) return true;
  if (likeliest(card) == likeliest(other) && offOtherCorners(other, card.at) < kInCorner) return true;
  return likeliest(card) != likeliest(other) && overlap(card.corners, other.corners) > kSamePlace &&
         holds(other.corners, card.at);
}

/// Decks with four indices a card make two pairs of one card; a third corner alone is the same card too. Corners that
/// say different things leave the card in doubt.
std::vector<AssembledCard> withoutSecondCorners(std::vector<AssembledCard> cards,
                                                const std::function<void(std::span<AssembledCard>)>& askFaces) {
  std::stable_sort(cards.begin(), cards.end(),
                   [](const AssembledCard& a, const AssembledCard& b) { return a.indices > b.indices; });
  std::vector<AssembledCard> kept;
  for (const AssembledCard& card : cards) {
    if (std::any_of(kept.begin(), kept.end(), [&](const AssembledCard& other) { return isPartOf(card, other); }))
      continue;
    const auto same =
        std::find_if(kept.begin(), kept.end(), [&](const AssembledCard& other) { return isSameCard(card, other); });
    if (same == kept.end()) {
      kept.push_back(card);
    } else if (likeliest(*same) != likeliest(card)) {
      same->chances = joined({&same->chances, &card.chances});
      ++same->indices;
      askFaces({&*same, 1});
    }
  }
  return kept;
}

std::vector<CardIndex> placesOf(std::span<const SeenIndex> indices) {
  std::vector<CardIndex> places;
  for (const SeenIndex& index : indices) places.push_back(index.index);
  return places;
}

/// The card around each index as its deck measures.
std::vector<Corners> measuredOutlines(std::span<const SeenIndex> indices, const std::vector<std::size_t>& partner) {
  const CardMeasure measure = measureOf(indices, partner);
  std::vector<Corners> outlines;
  for (const SeenIndex& index : indices) outlines.push_back(cardAround(index.index, measure));
  return outlines;
}

/// The card that two indices stand on, from what each tells: of a near corner it tells more.
Corners joinedOutline(const Corners& first, const Corners& second) {
  return {first[0], halfway(first[1], second[3]), second[0], halfway(first[3], second[1])};
}

/// What a face says as an index would: one that is surely there.
SeenIndex asIndex(const SeenFace& face) {
  SeenIndex seen{};
  std::copy(face.glyph.begin(), face.glyph.end(), seen.glyph.begin());
  std::copy(face.suit.begin(), face.suit.end(), seen.suit.begin());
  return seen;
}

double confidence(const AssembledCard& card) { return card.chances[likeliest(card)] * card.presence; }

bool isAce(std::size_t card) { return card % kRanks.size() == 0; }

/// The face beside the indices. It tells which card, not whether there is one: it never saw what is none.
void add(AssembledCard& card, const CardChances& face) {
  constexpr double kFloor = 1e-3, kSurelyThis = 0.8, kNamedWell = 0.9;
  const bool named = confidence(card) >= kLeastConfidence;
  card.byFace = confidence(card) < kNamedWell;
  // Aces are drawn in ways that were never seen: what the indices name is not undone by a face that tells nothing, nor
  // an ace by any.
  if (named && (isAce(likeliest(card)) || *std::max_element(face.begin(), face.end()) < kSurelyThis)) return;
  const double before = std::accumulate(card.chances.begin(), card.chances.end(), 0.0);
  double after = 0;
  for (std::size_t i = 0; i < face.size(); ++i) after += card.chances[i] *= face[i] + kFloor;
  for (double& chance : card.chances) chance *= before / std::max(after, 1e-12);
}

/// Whether another card lies upon it: one whose index stands where none of its own would.
bool isCovered(const AssembledCard& card, std::span<const AssembledCard> cards) {
  return card.indices == 1 && std::any_of(cards.begin(), cards.end(), [&](const AssembledCard& other) {
           return holds(card.corners, other.at) && !isInAnyCornerOf(card, other.at);
         });
}

/// Asks about the faces of those cards that their indices leave in doubt. Of a covered card most of the face is that of
/// the card upon it: it may confirm what the index says, and not say something else.
void addFaces(std::span<AssembledCard> cards, const DeckLanguages& languages, const FaceTeller& facesOf) {
  constexpr double kSure = 0.97;
  std::vector<std::size_t> doubtful;
  std::vector<Corners> corners;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    if (confidence(cards[i]) > kSure) continue;
    doubtful.push_back(i);
    corners.push_back(cards[i].corners);
  }
  const std::vector<SeenFace> faces = facesOf(corners);
  for (std::size_t k = 0; k < doubtful.size(); ++k) {
    AssembledCard& card = cards[doubtful[k]];
    const AssembledCard before = card;
    add(card, languages.chances(asIndex(faces[k])));
    if (likeliest(card) != likeliest(before) && isCovered(card, cards)) card = before;
  }
}

/// One corner alone may be anything's: what its card's face says by itself is a second look.
void letFacesAgree(std::span<AssembledCard> cards, const DeckLanguages& languages, const FaceTeller& facesOf) {
  std::vector<AssembledCard*> named;
  std::vector<Corners> corners;
  for (AssembledCard& card : cards)
    if (confidence(card) >= kLeastConfidence) named.push_back(&card), corners.push_back(card.corners);
  const std::vector<SeenFace> faces = facesOf(corners);
  for (std::size_t i = 0; i < named.size(); ++i) {
    const CardChances says = languages.chances(asIndex(faces[i]));
    named[i]->faceAgrees =
        std::max_element(says.begin(), says.end()) - says.begin() == static_cast<std::ptrdiff_t>(likeliest(*named[i]));
  }
}

/// Cards of decks with an index in two of their corners, and what else shows one or two. `around`: where it is known
/// what the decks measure, the cards that each index may be on; `mayBeFour`: some deck has four.
void addTwoCornered(std::vector<AssembledCard>& cards, std::span<const SeenIndex> indices,
                    const std::vector<CardChances>& chances, const OutlineTeller& outlinesOf,
                    std::span<const std::optional<CardsAround>> around, bool mayBeFour) {
  std::vector<Corners> outlines = outlinesOf ? outlinesOf(placesOf(indices)) : std::vector<Corners>{};
  for (std::size_t i = 0; i < around.size(); ++i)
    if (around[i]) outlines[i] = around[i]->nearer(outlines[i]);
  const std::vector<std::size_t> partner = partners(indices, chances, outlines);
  if (outlines.empty()) outlines = measuredOutlines(indices, partner);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const SeenIndex &one = indices[i], &other = indices[partner[i]];
    if (partner[i] == i) {
      cards.push_back({chances[i], one.presence(), outlines[i], 1, one.index.at, one.index.up, one.index.size});
      if (mayBeFour && around[i] && around[i]->side == CardsAround::Side::Either)
        cards.back().mirrored = around[i]->farther(outlines[i]);
    } else if (i < partner[i]) {
      cards.push_back({joined({&chances[i], &chances[partner[i]]}), 1 - (1 - one.presence()) * (1 - other.presence()),
                       joinedOutline(outlines[i], outlines[partner[i]]), 2, one.index.at, one.index.up, one.index.size,
                       other.index.at});
    }
  }
}

}  // namespace

double offOtherCorners(const AssembledCard& card, ImagePoint at) {
  const ImagePoint edge = offset(card.corners[0], card.corners[1]);
  const double way = 1 - 2 * across(card);
  return offCorner(card.corners, {card.at.x + way * edge.x, card.at.y + way * edge.y}, at);
}

const Corners& CardsAround::nearer(const Corners& told) const {
  if (side != Side::Either) return side == Side::Right ? right : left;
  const ImagePoint there = middle(told);
  return distance(there, middle(left)) < distance(there, middle(right)) ? left : right;
}

double offCorners(const AssembledCard& card, ImagePoint at) {
  return std::min(offCorner(card, at), offOtherCorners(card, at));
}

bool isInAnyCornerOf(const AssembledCard& card, ImagePoint at) { return offCorners(card, at) < kInCorner; }

std::vector<AssembledCard> assembleCards(std::span<const SeenIndex> indices, const OutlineTeller& outlinesOf,
                                         const FaceTeller& facesOf, const SideTeller& sidesOf,
                                         const LettersSeen& letters) {
  const DeckLanguages languages(indices, letters);
  std::vector<CardChances> chances;
  for (const SeenIndex& index : indices) chances.push_back(languages.chances(index));
  std::vector<AssembledCard> cards;
  if (sidesOf) {
    std::vector<bool> isTaken(indices.size(), false);
    const std::vector<std::optional<CardsAround>> around = sidesOf(placesOf(indices));
    cards = assembleFourCornered(indices, chances, around, isTaken);
    std::vector<SeenIndex> others;
    std::vector<CardChances> chancesOfOthers;
    std::vector<std::optional<CardsAround>> aroundOthers;
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (isTaken[i]) continue;
      others.push_back(indices[i]);
      chancesOfOthers.push_back(chances[i]);
      aroundOthers.push_back(around[i]);
    }
    addTwoCornered(cards, others, chancesOfOthers, outlinesOf, aroundOthers, !cards.empty());
  } else {
    addTwoCornered(cards, indices, chances, outlinesOf, {}, false);
    if (outlinesOf) layLikeNeighbours(cards);
  }
  const auto askFaces = [&](std::span<AssembledCard> some) {
    if (facesOf) addFaces(some, languages, facesOf);
  };
  joinStrips(cards);
  askFaces(cards);
  cards = withoutSecondCorners(std::move(cards), askFaces);
  if (facesOf && std::none_of(cards.begin(), cards.end(), [](const AssembledCard& card) { return card.indices > 1; }))
    letFacesAgree(cards, languages, facesOf);
  return cards;
}

}  // namespace octo::vision
