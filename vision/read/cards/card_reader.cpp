#include "vision/read/cards/card_reader.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <opencv2/imgproc.hpp>

#include "vision/read/cards/card_assembly.h"
#include "vision/read/cards/card_geometry.h"
#include "vision/read/cards/card_networks.h"

namespace octo::vision {
namespace {

/// Pixels of the picture that the detector sees first: a 1080p frame at 960 × 544. Small ones are enlarged, so that
/// indices 10 pixels high become 20.
constexpr double kFirstPixels = 0.522e6;
constexpr double kMostEnlarged = 2.5;
/// From one scale to the next. The detector finds sizes in a range of 6, so that scales overlap.
constexpr double kCoarser = 2.4, kFiner = 2.0;
/// An index below this at the first scale, pixels, is read better at the finer one, and others beside it may have been
/// missed: then the picture is searched at the finer scale too.
constexpr double kSmallIndex = 11.5;
/// The smallest picture worth a search, pixels on its shorter side.
constexpr double kLeastSide = 96;
/// Two findings nearer than this, in sizes of the larger, are one index. Neighbours in a tight fan are 0.45 apart.
constexpr double kSameIndex = 0.33;
/// Findings that differ more in size are not one index before they are read.
constexpr double kMostRatio = 1.35;
/// Where both read alike it takes less: the rank over its suit and over a pip beside it, or at two sizes.
constexpr double kSameReading = 0.55;
/// The most indices that are read: five times two decks. A picture of noise has no more time than others.
constexpr std::size_t kMostIndices = 500;
/// Below this an index is none; below the other it would be none at a second look either.
constexpr double kLeastPresence = 0.5, kHopeless = 0.05;
/// A face is named from this confidence on. A misread costs more than a miss.
constexpr double kLeastConfidence = 0.8;
constexpr std::size_t kRunnersUp = 3;

/// Sides in multiples of 16, as the detector needs them.
cv::Size detectorSize(cv::Size size, double scale) {
  const auto side = [&](int length) { return std::max(32, static_cast<int>(std::lround(length * scale / 16)) * 16); };
  return {side(size.width), side(size.height)};
}

std::vector<CardIndex> detectAt(CardNetworks& networks, const cv::Mat& bgr, double scale) {
  cv::Mat scaled;
  cv::resize(bgr, scaled, detectorSize(bgr.size(), scale), 0, 0, scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
  const double x = static_cast<double>(bgr.cols) / scaled.cols, y = static_cast<double>(bgr.rows) / scaled.rows;
  std::vector<CardIndex> found = networks.detect(scaled);
  for (CardIndex& index : found) {
    index.at = {index.at.x * x, index.at.y * y};
    index.size *= std::sqrt(x * y);
  }
  return found;
}

double sureness(const CardIndex& index) { return index.heat; }
double sureness(const SeenIndex& seen) {
  return *std::max_element(seen.glyph.begin(), seen.glyph.end() - 1) *
         *std::max_element(seen.suit.begin(), seen.suit.end() - 1);
}

/// Not read yet: a large finding may be pips, and the index among them a small one.
bool isSame(const CardIndex& a, const CardIndex& b) {
  const double ratio = a.size / b.size;
  return ratio < kMostRatio && ratio > 1 / kMostRatio && distance(a.at, b.at) < kSameIndex * std::max(a.size, b.size);
}

bool isSame(const SeenIndex& a, const SeenIndex& b) {
  const auto says = [](const auto& chances) { return std::max_element(chances.begin(), chances.end()) - chances.begin(); };
  const bool alike = says(a.glyph) == says(b.glyph) && says(a.suit) == says(b.suit) && dot(a.index.up, b.index.up) > 0.8;
  return distance(a.index.at, b.index.at) < (alike ? kSameReading : kSameIndex) * std::max(a.index.size, b.index.size);
}

/// Keeps the surest of what was found in one place.
template <typename Index>
std::vector<Index> withoutDoubles(std::vector<Index> found) {
  std::stable_sort(found.begin(), found.end(),
                   [](const Index& a, const Index& b) { return sureness(a) > sureness(b); });
  std::vector<Index> kept;
  for (const Index& index : found) {
    const bool known = std::any_of(kept.begin(), kept.end(), [&](const Index& other) { return isSame(other, index); });
    if (!known) kept.push_back(index);
    if (kept.size() == kMostIndices) break;
  }
  return kept;
}

void append(std::vector<CardIndex>& all, const std::vector<CardIndex>& some) {
  all.insert(all.end(), some.begin(), some.end());
}

bool needsFinerLook(const std::vector<CardIndex>& found, double scale) {
  constexpr double kSure = 0.5;
  const auto sure = [](const CardIndex& index) { return index.heat > kSure; };
  return std::none_of(found.begin(), found.end(), sure) ||
         std::any_of(found.begin(), found.end(),
                     [&](const CardIndex& index) { return sure(index) && index.size * scale < kSmallIndex; });
}

/// Where the indices stand, at all sizes.
std::vector<CardIndex> findIndices(CardNetworks& networks, const cv::Mat& bgr) {
  const double first = std::min(kMostEnlarged, std::sqrt(kFirstPixels / static_cast<double>(bgr.total())));
  std::vector<CardIndex> found = detectAt(networks, bgr, first);
  if (first / kCoarser * std::min(bgr.cols, bgr.rows) >= kLeastSide)
    append(found, detectAt(networks, bgr, first / kCoarser));
  if (first < kMostEnlarged && needsFinerLook(found, first)) append(found, detectAt(networks, bgr, first * kFiner));
  return withoutDoubles(std::move(found));
}

/// Whether a second look is worth its time: a crop placed or turned like this is not what the reader reads best.
bool isOff(const CardIndex& index, const CardIndex& better) {
  constexpr double kFar = 0.08, kTurned = 0.995, kResized = 0.1;  // of the size; cosine of 6°; logarithm
  return distance(index.at, better.at) > kFar * index.size || dot(index.up, better.up) < kTurned ||
         std::abs(std::log(better.size / index.size)) > kResized;
}

std::vector<SeenIndex> readIndices(CardNetworks& networks, const cv::Mat& bgr) {
  std::vector<SeenIndex> seen;
  std::vector<CardIndex> again;
  for (const IndexReading& reading : networks.read(bgr, findIndices(networks, bgr))) {
    if (reading.seen.presence() < kHopeless) continue;
    if (isOff(reading.seen.index, reading.better))
      again.push_back(reading.better);
    else
      seen.push_back(reading.seen);
  }
  for (const IndexReading& reading : networks.read(bgr, again)) seen.push_back(reading.seen);
  std::erase_if(seen, [](const SeenIndex& index) { return index.presence() < kLeastPresence; });
  return withoutDoubles(std::move(seen));
}

std::vector<Candidate> candidates(const AssembledCard& card) {
  std::array<std::size_t, std::tuple_size_v<CardChances>> order{};
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::partial_sort(order.begin(), order.begin() + kRunnersUp, order.end(),
                    [&](std::size_t a, std::size_t b) { return card.chances[a] > card.chances[b]; });
  std::vector<Candidate> faces;
  for (std::size_t i = 0; i < kRunnersUp; ++i) faces.push_back({Face(cardName(order[i])), card.chances[order[i]]});
  if (faces.front().confidence * card.presence >= kLeastConfidence) return faces;
  double unknown = 1;  // what is doubtful is said with half its weight, so that "?" goes first
  for (Candidate& face : faces) unknown -= face.confidence /= 2;
  faces.insert(faces.begin(), {Face::unknown(), unknown});
  return faces;
}

Sighting sightingOf(const AssembledCard& card, cv::Size size) {
  Sighting sighting;
  sighting.faces = candidates(card);
  sighting.kind = "card";
  sighting.presence = card.presence;
  sighting.outline.assign(card.corners.begin(), card.corners.end());
  const Corners& c = card.corners;
  const ImagePoint up{c[0].x + c[1].x - c[2].x - c[3].x, c[0].y + c[1].y - c[2].y - c[3].y};
  sighting.imageAngle = std::atan2(up.x, -up.y) * 180 / CV_PI;
  sighting.visible = shareInside(card.corners, size.width, size.height);
  return sighting;
}

bool isUnknown(const Sighting& sighting) { return sighting.faces.front().face.isUnknown(); }

Corners cornersOf(const Sighting& sighting) {
  return {sighting.outline[0], sighting.outline[1], sighting.outline[2], sighting.outline[3]};
}

/// An unread index on a card that was read by its other one adds nothing, nor does a doubtful one anywhere.
void dropUnread(std::vector<Sighting>& sightings) {
  constexpr double kSamePlace = 0.5, kSurelyIndex = 0.8;
  std::vector<Corners> read;
  for (const Sighting& sighting : sightings)
    if (!isUnknown(sighting)) read.push_back(cornersOf(sighting));
  std::erase_if(sightings, [&](const Sighting& sighting) {
    return isUnknown(sighting) &&
           (sighting.presence < kSurelyIndex || std::any_of(read.begin(), read.end(), [&](const Corners& corners) {
              return overlap(corners, cornersOf(sighting)) > kSamePlace;
            }));
  });
}

/// What was read inside a card with both its indices, and much smaller, is part of its court picture.
std::vector<AssembledCard> withoutPicturesOnCards(std::span<const AssembledCard> cards) {
  constexpr double kWithin = 0.9, kSmaller = 0.45;
  std::vector<AssembledCard> kept;
  for (const AssembledCard& card : cards) {
    const bool inside = std::any_of(cards.begin(), cards.end(), [&](const AssembledCard& other) {
      return other.indices > 1 && &other != &card && shareWithin(card.corners, other.corners) > kWithin &&
             shareWithin(other.corners, card.corners) < kSmaller;
    });
    if (!inside) kept.push_back(card);
  }
  return kept;
}

/// Corners beyond the picture's edge are moved onto it: nobody sees how far the card goes on there.
void clampToPicture(Sighting& sighting, cv::Size size) {
  for (ImagePoint& p : sighting.outline)
    p = {std::clamp(p.x, 0.0, static_cast<double>(size.width)), std::clamp(p.y, 0.0, static_cast<double>(size.height))};
}

/// One set of networks for the whole program: loading them takes longer than using them.
struct SharedNetworks {
  std::mutex busy;
  CardNetworks networks;
};

SharedNetworks& sharedNetworks() {
  static SharedNetworks shared;
  return shared;
}

}  // namespace

std::vector<AssembledCard> findCards(const cv::Mat& bgr) {
  if (bgr.empty()) return {};
  SharedNetworks& shared = sharedNetworks();
  const std::scoped_lock lock(shared.busy);
  const auto outlinesOf = [&](std::span<const CardIndex> indices) { return shared.networks.outlines(bgr, indices); };
  return assembleCards(readIndices(shared.networks, bgr), outlinesOf);
}

std::vector<Sighting> cardSightings(std::span<const AssembledCard> cards, cv::Size size) {
  std::vector<Sighting> sightings;
  for (const AssembledCard& card : withoutPicturesOnCards(cards)) sightings.push_back(sightingOf(card, size));
  dropUnread(sightings);
  return sightings;
}

std::vector<Sighting> readCards(const cv::Mat& bgr) {
  if (bgr.empty()) return {};
  std::vector<Sighting> sightings = cardSightings(findCards(bgr), bgr.size());
  for (Sighting& sighting : sightings) clampToPicture(sighting, bgr.size());
  return sightings;
}

TablePose poseOf(const Sighting& card, const TableView& view) {
  const auto between = [](ImagePoint a, ImagePoint b) { return ImagePoint{(a.x + b.x) / 2, (a.y + b.y) / 2}; };
  const auto& c = card.outline;
  const TablePoint top = view.tableFromImage(between(c[0], c[1])), bottom = view.tableFromImage(between(c[2], c[3]));
  const TablePoint centre{(top.x + bottom.x) / 2, (top.y + bottom.y) / 2};
  return {centre, std::atan2(top.x - bottom.x, top.y - bottom.y) * 180 / CV_PI};
}

}  // namespace octo::vision
