#include "vision/read/cards/card_reader.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <mutex>
#include <utility>

#include "vision/fuse/median.h"
#include "vision/read/cards/back_finder.h"
#include "vision/read/cards/card_assembly.h"
#include "vision/read/cards/card_geometry.h"
#include "vision/read/cards/card_networks.h"
#include "vision/read/cards/card_strips.h"
#include "vision/read/cards/picture_edge.h"

namespace octo::vision {
namespace {

/// More is asked of one corner alone whose card would be this many times as large as those that were read, or as small,
/// or that would be the only one; of one whose card would lie outside the picture but for so much, for its index may be
/// cut off, too; and of one that its face had to speak for, unless an index is surely there, or cards were read: what
/// is no card has a face.
constexpr double kOddConfidence = 0.96, kOddArea = 4, kSurelyIndex = 0.95, kLeastInside = 0.25;
/// More than there can be: among things that no two looks agree on there is no card.
constexpr double kNever = 2;
/// What is doubtful as an index, too, is no card.
constexpr double kLikelyIndex = 0.8;
constexpr std::size_t kRunnersUp = 3;

/// From both corners, or surely from one.
bool isRead(const AssembledCard& card) {
  const double sure = *std::max_element(card.chances.begin(), card.chances.end()) * card.presence;
  return sure > (card.indices > 1 && !card.byFace ? kLeastConfidence : kOddConfidence);
}

/// By its two corners, or by one and its whole face.
bool isSeenTwice(const AssembledCard& card) { return card.indices > 1 || card.faceAgrees; }

/// Of the cards that are read; 0 where there are none.
double usualArea(std::span<const AssembledCard> cards) {
  std::vector<double> areas;
  for (const AssembledCard& card : cards)
    if (isRead(card)) areas.push_back(areaOf(card.corners));
  return areas.empty() ? 0 : median(areas);
}

/// The confidence from which this card is named.
double wanted(const AssembledCard& card, double usual, cv::Size size) {
  if (card.indices > 1 && (!card.byFace || usual > 0)) return kLeastConfidence;
  const double ratio = areaOf(card.corners) / std::max(usual, 1e-6);
  const bool byFace = card.byFace && card.presence < kSurelyIndex;
  const bool odd = byFace || ratio > kOddArea || ratio < 1 / kOddArea ||
                   shareInside(card.corners, size.width, size.height) < kLeastInside;
  return odd ? kOddConfidence : kLeastConfidence;
}

std::vector<Candidate> candidates(const AssembledCard& card, double leastConfidence) {
  std::array<std::size_t, std::tuple_size_v<CardChances>> order{};
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::partial_sort(order.begin(), order.begin() + kRunnersUp, order.end(),
                    [&](std::size_t a, std::size_t b) { return card.chances[a] > card.chances[b]; });
  std::vector<Candidate> faces;
  for (std::size_t i = 0; i < kRunnersUp; ++i) faces.push_back({Face(cardName(order[i])), card.chances[order[i]]});
  if (faces.front().confidence * card.presence >= leastConfidence) return faces;
  double unknown = 1;  // what is doubtful is said with half its weight, so that "?" goes first
  for (Candidate& face : faces) unknown -= face.confidence /= 2;
  faces.insert(faces.begin(), {Face::unknown(), unknown});
  return faces;
}

Sighting sightingOf(const Corners& c, std::vector<Candidate> faces, cv::Size size) {
  Sighting sighting;
  sighting.faces = std::move(faces);
  sighting.kind = "card";
  sighting.outline.assign(c.begin(), c.end());
  const ImagePoint up{c[0].x + c[1].x - c[2].x - c[3].x, c[0].y + c[1].y - c[2].y - c[3].y};
  sighting.imageAngle = std::atan2(up.x, -up.y) * 180 / CV_PI;
  sighting.visible = shareInside(c, size.width, size.height);
  return sighting;
}

Sighting sightingOf(const AssembledCard& card, double leastConfidence, cv::Size size) {
  Sighting sighting = sightingOf(card.corners, candidates(card, leastConfidence), size);
  sighting.presence = card.presence;
  return sighting;
}

bool isUnknown(const Sighting& sighting) { return sighting.faces.front().face.isUnknown(); }

Corners cornersOf(const Sighting& sighting) {
  return {sighting.outline[0], sighting.outline[1], sighting.outline[2], sighting.outline[3]};
}

/// Whether an index that was not read belongs to a card that was: it stands in a corner of it, or on its face where
/// nothing covers it, for both its corners show. A card under its neighbour in a row is one of its own.
bool belongsTo(const AssembledCard& unread, const AssembledCard& read) {
  return isInAnyCornerOf(read, unread.at) || (read.indices > 1 && holds(read.corners, unread.at));
}

/// Without the cards that are none, as that is told of each beside another of which both indices show.
template <typename IsNone>
std::vector<AssembledCard> without(std::span<const AssembledCard> cards, const IsNone& isNoneBeside) {
  std::vector<AssembledCard> kept;
  for (const AssembledCard& card : cards) {
    const bool isNone = std::any_of(cards.begin(), cards.end(), [&](const AssembledCard& other) {
      return other.indices > 1 && &other != &card && isNoneBeside(card, other);
    });
    if (!isNone) kept.push_back(card);
  }
  return kept;
}

/// What was read inside a card with both its indices, and much smaller, is part of its court picture.
bool isPictureOn(const AssembledCard& card, const AssembledCard& other) {
  constexpr double kWithin = 0.9, kSmaller = 0.45;
  return shareWithin(card.corners, other.corners) > kWithin && shareWithin(other.corners, card.corners) < kSmaller;
}

/// Inside a card, and not near its edge: where that lies is told with some error.
bool holdsWellInside(const Corners& card, ImagePoint at) {
  constexpr double kEdge = 0.12;
  const ImagePoint centre = middle(card);
  Corners inside = card;
  for (ImagePoint& corner : inside)
    corner = {corner.x + kEdge * (centre.x - corner.x), corner.y + kEdge * (centre.y - corner.y)};
  return holds(inside, at);
}

/// Whether a card that lies upon the other would hide an index of it that shows: on whichever side of its own index it
/// lies.
bool wouldHide(const AssembledCard& card, const AssembledCard& other) {
  const auto hides = [&](const Corners& corners) {
    return holdsWellInside(corners, other.at) || (other.other && holdsWellInside(corners, *other.other));
  };
  return hides(card.corners) && (!card.mirrored || hides(*card.mirrored));
}

/// Cards of a row, of which one may be taken to have the other's index, lie alike.
bool isTurned(const AssembledCard& card, const AssembledCard& other) {
  constexpr double kAlike = 0.9;  // the cosine of some 25°
  return std::abs(dot(card.up, other.up)) < kAlike;
}

/// Pips and a token upon a card may look like another one's index, most often one that is turned. A card whose index
/// shows within a card lies upon it, and cannot where both of that one's indices show and it would hide one.
bool cannotLieOn(const AssembledCard& card, const AssembledCard& other) {
  return card.indices < 2 && isRead(other) && isTurned(card, other) && holdsWellInside(other.corners, card.at) &&
         wouldHide(card, other);
}

/// Face-down cards beside cards that were read: those tell how large they are, and that it is such cards that lie
/// there.
void addBacks(CardNetworks& networks, const cv::Mat& bgr, std::vector<Sighting>& sightings) {
  constexpr double kSurelyBack = 0.95, kSamePlace = 0.3, kSurelyRead = 0.95;  // ornaments of backs look like indices
  const auto isSure = [](const Sighting& sighting) {
    return !isUnknown(sighting) && sighting.faces.front().confidence > kSurelyRead;
  };
  std::vector<Corners> known, backs;
  for (const Sighting& sighting : sightings)
    if (isSure(sighting)) known.push_back(cornersOf(sighting));
  if (known.empty()) return;
  const auto inOnePlace = [](const Corners& a, const Corners& b) {
    return shareWithin(a, b) > kSamePlace || shareWithin(b, a) > kSamePlace;
  };
  const std::vector<Corners> quads = cardLikeQuads(bgr, known);
  const std::vector<double> chances = networks.backs(bgr, quads);
  for (std::size_t i = 0; i < quads.size(); ++i) {
    const auto covers = [&](const Corners& back) { return inOnePlace(quads[i], back); };
    if (chances[i] < kSurelyBack || std::any_of(backs.begin(), backs.end(), covers)) continue;
    backs.push_back(quads[i]);
    std::erase_if(sightings,
                  [&](const Sighting& sighting) { return !isSure(sighting) && covers(cornersOf(sighting)); });
    sightings.push_back(sightingOf(quads[i], {{Face::back(), chances[i]}}, bgr.size()));
  }
}

/// Networks for whoever reads a picture, so that no thread waits for another: as many sets as ever read at once.
/// Loading one takes longer than using it.
class NetworkPool {
 public:
  /// A set lent until the end of its life.
  class Lent {
   public:
    explicit Lent(NetworkPool& pool) : pool_(pool), networks_(pool.take()) {}
    ~Lent() { pool_.giveBack(std::move(networks_)); }
    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;
    CardNetworks& operator*() const { return *networks_; }
    CardNetworks* operator->() const { return networks_.get(); }

   private:
    NetworkPool& pool_;
    std::unique_ptr<CardNetworks> networks_;
  };

 private:
  std::unique_ptr<CardNetworks> take() {
    {
      const std::scoped_lock lock(busy_);
      if (!free_.empty()) {
        auto networks = std::move(free_.back());
        free_.pop_back();
        return networks;
      }
    }
    return std::make_unique<CardNetworks>();
  }
  void giveBack(std::unique_ptr<CardNetworks> networks) {
    const std::scoped_lock lock(busy_);
    free_.push_back(std::move(networks));
  }

  std::mutex busy_;
  std::vector<std::unique_ptr<CardNetworks>> free_;
};

NetworkPool::Lent lentNetworks() {
  static NetworkPool pool;
  return NetworkPool::Lent(pool);
}

}  // namespace

std::vector<AssembledCard> findCards(const cv::Mat& bgr, Effort effort, const std::optional<TableOfCards>& table,
                                     std::span<const CardIndex> expected) {
  if (bgr.empty()) return {};
  const NetworkPool::Lent networks = lentNetworks();
  const auto outlinesOf = [&](std::span<const CardIndex> indices) { return networks->outlines(bgr, indices); };
  const auto facesOf = [&](std::span<const Corners> cards) { return networks->faces(bgr, cards); };
  const std::vector<SeenIndex> indices = findIndices(*networks, bgr, effort, expected);
  const auto sidesOf = [&](std::span<const CardIndex> places) {
    std::vector<std::optional<CardsAround>> sides;
    for (const CardIndex& index : places) sides.push_back(table->measure.sidesOf(index, table->view));
    return sides;
  };
  const auto assembled = [&] {
    const bool isMeasured = table && table->measure.isKnown();
    return assembleCards(indices, outlinesOf, facesOf, isMeasured ? SideTeller(sidesOf) : SideTeller(),
                         table ? table->letters : LettersSeen());
  };
  std::vector<AssembledCard> cards = assembled();
  if (!table) return cards;
  const bool wasKnown = table->measure.isKnown();
  table->measure.learn(cards, table->view);
  table->letters.learn(indices);
  return wasKnown || !table->measure.isKnown() ? cards : assembled();
}

std::vector<Sighting> cardSightings(std::span<const AssembledCard> cards, cv::Size size) {
  std::vector<Sighting> sightings;
  const double usual = usualArea(cards);
  const bool areCards = std::any_of(cards.begin(), cards.end(),
                                    [](const AssembledCard& card) { return isSeenTwice(card) && isRead(card); });
  std::vector<AssembledCard> read;
  std::vector<std::pair<AssembledCard, Sighting>> unread;
  const std::vector<AssembledCard> shown = without(without(cards, isPictureOn), cannotLieOn);
  for (const AssembledCard& card : shown) {
    Sighting sighting = sightingOf(card, areCards ? wanted(card, usual, size) : kNever, size);
    sighting.visible *= 1 - coveredShare(card, shown);
    if (!isUnknown(sighting)) {
      read.push_back(card);
      sightings.push_back(std::move(sighting));
    } else if (card.presence >= kLikelyIndex) {
      unread.emplace_back(card, std::move(sighting));
    }
  }
  for (auto& [card, sighting] : unread) {
    const auto isPartOf = [&part = card](const AssembledCard& whole) { return belongsTo(part, whole); };
    if (std::none_of(read.begin(), read.end(), isPartOf)) sightings.push_back(std::move(sighting));
  }
  return sightings;
}

std::vector<double> backChances(const cv::Mat& bgr, std::span<const Corners> quads) {
  return lentNetworks()->backs(bgr, quads);
}

std::vector<Sighting> readCards(const cv::Mat& bgr, const std::optional<TableView>& table) {
  if (bgr.empty()) return {};
  DeckMeasure measure;
  LettersSeen letters;
  const auto known = table ? std::optional<TableOfCards>({*table, measure, letters}) : std::nullopt;
  std::vector<Sighting> sightings = cardSightings(findCards(bgr, Effort::Photograph, known), bgr.size());
  addBacks(*lentNetworks(), bgr, sightings);
  for (Sighting& sighting : sightings) {
    const Corners seen = endedAtPicture(cornersOf(sighting), bgr.size());
    sighting.outline.assign(seen.begin(), seen.end());
  }
  return sightings;
}

TablePose poseOf(const Sighting& card, const TableView& view) {
  const auto& c = card.outline;
  const TablePoint top = view.tableFromImage(halfway(c[0], c[1])), bottom = view.tableFromImage(halfway(c[2], c[3]));
  const TablePoint centre{(top.x + bottom.x) / 2, (top.y + bottom.y) / 2};
  return {centre, std::atan2(top.x - bottom.x, top.y - bottom.y) * 180 / CV_PI};
}

}  // namespace octo::vision
