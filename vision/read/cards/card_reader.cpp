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

/// Pixels of the largest picture that the detector sees: indices 10 pixels high in small photographs are enlarged to
/// 30, and 12 megapixels take no longer than one and a half.
constexpr double kMostPixels = 1.5e6;
constexpr double kMostEnlarged = 3.0;
/// From one scale to the next. The detector finds sizes in a range of 4.7, so that scales overlap.
constexpr double kScaleStep = 2.5;
/// The smallest picture worth a search, pixels on its shorter side.
constexpr double kLeastSide = 96;
/// Two findings nearer than this, in sizes of the larger, are one index. Neighbours in a tight fan are 0.45 apart.
constexpr double kSameIndex = 0.33;
/// The most indices that are read: five times two decks. A picture of noise has no more time than others.
constexpr std::size_t kMostIndices = 500;
/// Below this an index is none.
constexpr double kLeastPresence = 0.5;
/// A face is named from this confidence on. A misread costs more than a miss.
constexpr double kLeastConfidence = 0.8;
constexpr std::size_t kRunnersUp = 3;

std::vector<double> scales(cv::Size size) {
  std::vector<double> list;
  double scale = std::min(kMostEnlarged, std::sqrt(kMostPixels / size.area()));
  for (; list.empty() || scale * std::min(size.width, size.height) >= kLeastSide; scale /= kScaleStep) list.push_back(scale);
  return list;
}

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

/// Keeps the surest of what several scales found in one place.
std::vector<CardIndex> withoutDoubles(std::vector<CardIndex> found) {
  std::stable_sort(found.begin(), found.end(), [](const CardIndex& a, const CardIndex& b) { return a.heat > b.heat; });
  std::vector<CardIndex> kept;
  for (const CardIndex& index : found) {
    const bool known = std::any_of(kept.begin(), kept.end(), [&](const CardIndex& other) {
      return distance(other.at, index.at) < kSameIndex * std::max(other.size, index.size);
    });
    if (!known) kept.push_back(index);
    if (kept.size() == kMostIndices) break;
  }
  return kept;
}

std::vector<SeenIndex> findIndices(CardNetworks& networks, const cv::Mat& bgr) {
  std::vector<CardIndex> found;
  for (const double scale : scales(bgr.size())) {
    const auto some = detectAt(networks, bgr, scale);
    found.insert(found.end(), some.begin(), some.end());
  }
  const std::vector<CardIndex> refined = networks.refine(bgr, withoutDoubles(std::move(found)));
  std::vector<SeenIndex> seen = networks.read(bgr, withoutDoubles(refined));
  std::erase_if(seen, [](const SeenIndex& index) { return index.presence() < kLeastPresence; });
  return seen;
}

std::vector<Candidate> candidates(const AssembledCard& card) {
  std::array<std::size_t, std::tuple_size_v<CardChances>> order{};
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::partial_sort(order.begin(), order.begin() + kRunnersUp, order.end(),
                    [&](std::size_t a, std::size_t b) { return card.chances[a] > card.chances[b]; });
  std::vector<Candidate> faces;
  const double best = card.chances[order[0]];
  if (best < kLeastConfidence) faces.push_back({Face::unknown(), 1 - best});
  for (std::size_t i = 0; i < kRunnersUp; ++i) faces.push_back({Face(cardName(order[i])), card.chances[order[i]]});
  if (best < kLeastConfidence) {  // what is doubtful shares what "?" leaves
    double sum = 0;
    for (std::size_t i = 1; i < faces.size(); ++i) sum += faces[i].confidence;
    for (std::size_t i = 1; i < faces.size(); ++i) faces[i].confidence *= best / std::max(sum, best);
  }
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

/// An unread index on a card that was read by its other one adds nothing.
void dropUnreadTwins(std::vector<Sighting>& sightings) {
  constexpr double kSamePlace = 0.6;
  std::vector<Corners> read;
  for (const Sighting& sighting : sightings)
    if (!isUnknown(sighting)) read.push_back(cornersOf(sighting));
  std::erase_if(sightings, [&](const Sighting& sighting) {
    return isUnknown(sighting) && std::any_of(read.begin(), read.end(), [&](const Corners& corners) {
             return overlap(corners, cornersOf(sighting)) > kSamePlace;
           });
  });
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

std::vector<Sighting> readCards(const cv::Mat& bgr) {
  if (bgr.empty()) return {};
  SharedNetworks& shared = sharedNetworks();
  const std::scoped_lock lock(shared.busy);
  std::vector<Sighting> sightings;
  for (const AssembledCard& card : assembleCards(findIndices(shared.networks, bgr)))
    sightings.push_back(sightingOf(card, bgr.size()));
  dropUnreadTwins(sightings);
  return sightings;
}

}  // namespace octo::vision
