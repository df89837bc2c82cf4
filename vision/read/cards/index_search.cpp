#include "vision/read/cards/index_search.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "vision/geometry/shrink.h"
#include "vision/read/cards/card_geometry.h"

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
/// So is one with as many readings: of a deck in rows or fans each look misses another card.
constexpr std::size_t kCrowd = 30;
/// Beyond the pixels that it has, a picture is enlarged as long as the part with cards has no more then.
constexpr double kMostPixels = 9e6;
/// The smallest picture worth a search, pixels on its shorter side.
constexpr double kLeastSide = 96;
/// Two findings nearer than this, in sizes of the larger, are one index. Neighbours in a tight fan are 0.45 apart.
constexpr double kSameIndex = 0.33;
/// Where an index was found so near, in the same sizes, none is looked for.
constexpr double kAboutThere = 0.5;
/// Findings that differ more in size are not one index before they are read.
constexpr double kMostRatio = 1.35;
/// Where both read alike they may be farther apart, and more so at two sizes: the rank is seen with its suit and with
/// a pip beside it.
constexpr double kSameReading = 0.55, kSameRank = 0.8, kOtherSize = 1.25;
/// The most indices that are read: five times two decks. A picture of noise has no more time than others.
constexpr std::size_t kMostIndices = 500;
/// Below this an index is none; below the other it would be none at a second look either.
constexpr double kLeastPresence = 0.5, kHopeless = 0.05;
/// Sides in multiples of 16, as the detector needs them.
cv::Size detectorSize(cv::Size size, double scale) {
  const auto side = [&](int length) { return std::max(32, static_cast<int>(std::lround(length * scale / 16)) * 16); };
  return {side(size.width), side(size.height)};
}

/// Least heat of what the reader is asked about, by scale. Of 75 findings below 0.5 at the first scale, on six tables
/// of other decks, 3 were read surely; of 207 at the finer one, 1.
struct LeastHeat {
  double first, coarser, finer;
};
constexpr LeastHeat kFrameHeat{0.3, 0.5, 0.5}, kPhotographHeat{0.2, 0.35, 0.4};

/// Down to nearly a half, four pixels make one either way, and that way is five times as fast.
cv::Mat resized(const cv::Mat& picture, cv::Size size) {
  constexpr double kHalf = 0.48;
  if (size.width < kHalf * picture.cols) return shrunk(picture, size);
  cv::Mat other;
  cv::resize(picture, other, size, 0, 0, cv::INTER_LINEAR);
  return other;
}

/// `scaled`: the part at that scale.
std::vector<CardIndex> detectIn(CardNetworks& networks, const cv::Mat& scaled, cv::Rect part, double leastHeat,
                                const cv::Mat& where) {
  const double x = static_cast<double>(part.width) / scaled.cols, y = static_cast<double>(part.height) / scaled.rows;
  std::vector<CardIndex> found = networks.detect(scaled, leastHeat, where);
  for (CardIndex& index : found) {
    index.at = {part.x + index.at.x * x, part.y + index.at.y * y};
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
  const auto says = [](const auto& chances) {
    return std::max_element(chances.begin(), chances.end()) - chances.begin();
  };
  const bool alike =
      says(a.glyph) == says(b.glyph) && says(a.suit) == says(b.suit) && dot(a.index.up, b.index.up) > 0.8;
  const double ratio = std::max(a.index.size / b.index.size, b.index.size / a.index.size);
  const double near = !alike ? kSameIndex : ratio > kOtherSize ? kSameRank : kSameReading;
  return distance(a.index.at, b.index.at) < near * std::max(a.index.size, b.index.size);
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

/// Readings of one index multiplied, as if most of what they say were the same.
template <std::size_t N>
void multiply(std::array<double, N>& logs, double readings) {
  constexpr double kIndependence = 0.25;
  const double weight = readings > 1 ? (1 + kIndependence) / readings : 1;
  double sum = 0;
  for (double& p : logs) sum += p = std::exp(p * weight);
  for (double& p : logs) p /= sum;
}

/// What several readings of one index say together: to take the surest alone would be to believe the boldest.
SeenIndex together(const SeenIndex& surest, std::span<const SeenIndex> all) {
  constexpr double kFloor = 1e-4;
  SeenIndex joint = surest;
  joint.glyph.fill(0), joint.suit.fill(0);
  double readings = 0;
  for (const SeenIndex& other : all) {
    const double ratio = other.index.size / surest.index.size;
    if (!isSame(surest, other) || ratio > kMostRatio || ratio < 1 / kMostRatio) continue;
    ++readings;
    for (std::size_t i = 0; i < joint.glyph.size(); ++i) joint.glyph[i] += std::log(other.glyph[i] + kFloor);
    for (std::size_t i = 0; i < joint.suit.size(); ++i) joint.suit[i] += std::log(other.suit[i] + kFloor);
  }
  multiply(joint.glyph, readings);
  multiply(joint.suit, readings);
  return joint;
}

/// Whether a second look is worth its time: a crop placed or turned like this is not what the reader reads best.
bool isOff(const CardIndex& index, const CardIndex& better) {
  constexpr double kFar = 0.08, kTurned = 0.995, kResized = 0.1;  // of the size; cosine of 6°; logarithm
  return distance(index.at, better.at) > kFar * index.size || dot(index.up, better.up) < kTurned ||
         std::abs(std::log(better.size / index.size)) > kResized;
}

/// A reading that another look would not change.
bool isSure(const SeenIndex& seen) {
  constexpr double kSure = 0.93;
  return seen.presence() > kSure && sureness(seen) > kSure;
}

/// `near`: in sizes of the larger.
bool inOnePlace(const CardIndex& a, const CardIndex& b, double near = kSameIndex) {
  return distance(a.at, b.at) < near * std::max(a.size, b.size);
}

/// Looks at the picture at one scale after another. What was read surely is not read again.
class Search {
 public:
  Search(CardNetworks& networks, const cv::Mat& bgr, Effort effort)
      : networks_(networks), bgr_(bgr), effort_(effort), whole_(bgr) {}

  /// All of the picture. Each time at a coarser scale, for it is made from the one before.
  void look(double scale, double leastHeat) {
    whole_ = resized(whole_, detectorSize(bgr_.size(), scale));
    look(whole_, {0, 0, bgr_.cols, bgr_.rows}, leastHeat, {});
  }

  /// Only where it was warm at a first look.
  void look(double scale, double leastHeat, cv::Rect part, const cv::Mat& firstHeat) {
    const cv::Size size = detectorSize(part.size(), scale);
    look(resized(bgr_(part), size), part, leastHeat, warmCells(firstHeat, part, size));
  }

  /// What stands in these places, unless an index was found about there.
  void lookAt(std::span<const CardIndex> places) {
    std::vector<CardIndex> open(places.begin(), places.end());
    std::erase_if(open, [&](const CardIndex& place) {
      return std::any_of(seen_.begin(), seen_.end(),
                         [&](const SeenIndex& seen) { return inOnePlace(seen.index, place, kAboutThere); });
    });
    readFound(std::move(open));
  }

  std::size_t count() const { return seen_.size(); }

  bool any() const { return std::any_of(seen_.begin(), seen_.end(), isSure); }

  /// Whether an index was found whose size in pixels `wanted` says yes to.
  template <typename Wanted>
  bool anySized(Wanted wanted) const {
    return std::any_of(seen_.begin(), seen_.end(), [&](const SeenIndex& seen) { return wanted(seen.index.size); });
  }

  template <typename Wanted>
  bool anySure(Wanted wanted) const {
    return std::any_of(seen_.begin(), seen_.end(),
                       [&](const SeenIndex& seen) { return isSure(seen) && wanted(seen.index.size); });
  }

  /// The part of the picture where there are cards: around what was read, a card's length and more; all of it where
  /// nothing was. In steps, for each size of it costs a detector of its own.
  cv::Rect cardsPart() const {
    constexpr double kCardsAround = 8;  // of an index: cards are 3 to 7 of them long
    constexpr int kStep = 192;
    if (seen_.empty()) return {0, 0, bgr_.cols, bgr_.rows};
    double x0 = bgr_.cols, y0 = bgr_.rows, x1 = 0, y1 = 0;
    for (const SeenIndex& seen : seen_) {
      const double far = kCardsAround * seen.index.size;
      x0 = std::min(x0, seen.index.at.x - far), x1 = std::max(x1, seen.index.at.x + far);
      y0 = std::min(y0, seen.index.at.y - far), y1 = std::max(y1, seen.index.at.y + far);
    }
    const auto span = [](double from, double to, int length) {
      const int low = std::clamp(static_cast<int>(from) / kStep * kStep, 0, length - 1);
      return std::pair(low, std::min(length, (static_cast<int>(to) / kStep + 1) * kStep));
    };
    const auto [left, right] = span(std::max(x0, 0.0), x1, bgr_.cols);
    const auto [top, bottom] = span(std::max(y0, 0.0), y1, bgr_.rows);
    return {left, top, right - left, bottom - top};
  }

  std::vector<SeenIndex> found() const {
    std::vector<SeenIndex> kept = withoutDoubles(seen_);
    for (SeenIndex& index : kept) index = together(index, seen_);
    return kept;
  }

 private:
  void look(const cv::Mat& scaled, cv::Rect part, double leastHeat, const cv::Mat& where) {
    readFound(detectIn(networks_, scaled, part, leastHeat, where));
  }

  void readFound(std::vector<CardIndex> found) {
    std::vector<CardIndex> leaders, others;
    for (const CardIndex& index : withoutDoubles(std::move(found))) {
      if (isKnown(index)) continue;
      const auto near = [&](const CardIndex& leader) { return inOnePlace(leader, index); };
      (std::any_of(leaders.begin(), leaders.end(), near) ? others : leaders).push_back(index);
    }
    read(leaders);
    std::erase_if(others, [&](const CardIndex& index) { return isKnown(index); });
    read(others);
    const std::vector<IndexReading> second = networks_.read(bgr_, again_);
    if (effort_ == Effort::Photograph) lookCloser(second);
    for (const IndexReading& reading : second) seen_.push_back(reading.seen);
    again_.clear();
    std::erase_if(seen_, [](const SeenIndex& index) { return index.presence() < kLeastPresence; });
  }

  /// What stays in doubt at a second look is read in two more crops, where it now seems to lie.
  void lookCloser(std::span<const IndexReading> second) {
    constexpr double kHardlyIndex = 0.2;
    std::vector<CardIndex> doubtful;
    for (const IndexReading& reading : second)
      if (!isSure(reading.seen) && reading.seen.presence() > kHardlyIndex)
        for (const double larger : {0.92, 1.08}) {
          doubtful.push_back(reading.better);
          doubtful.back().size *= larger;
        }
    for (const IndexReading& reading : networks_.read(bgr_, doubtful)) seen_.push_back(reading.seen);
  }

  /// Cells of the picture's part at a scale (`size`) that lie near what was warm.
  cv::Mat warmCells(const cv::Mat& heat, cv::Rect part, cv::Size size) const {
    constexpr int kCell = ConvNetwork::kCell, kNear = 2;  // cells of the heat, 8 pixels each
    constexpr double kWarm = 0.03;
    if (heat.empty()) return {};
    cv::Mat warm = heat > kWarm, cells;
    cv::dilate(warm, warm, cv::Mat::ones(2 * kNear + 1, 2 * kNear + 1, CV_8U));
    const double x = static_cast<double>(heat.cols) / bgr_.cols, y = static_cast<double>(heat.rows) / bgr_.rows;
    const cv::Rect where(cv::Point(cvFloor(part.x * x), cvFloor(part.y * y)),
                         cv::Point(cvCeil(part.br().x * x), cvCeil(part.br().y * y)));
    cv::resize(warm(where & cv::Rect(0, 0, heat.cols, heat.rows)), cells, size / kCell, 0, 0, cv::INTER_NEAREST);
    return cells;
  }

  bool isKnown(const CardIndex& index) const {
    return std::any_of(seen_.begin(), seen_.end(),
                       [&](const SeenIndex& seen) { return isSure(seen) && inOnePlace(seen.index, index); });
  }

  void read(const std::vector<CardIndex>& indices) {
    for (const IndexReading& reading : networks_.read(bgr_, indices)) {
      if (reading.seen.presence() < kHopeless) continue;
      const bool off = isOff(reading.seen.index, reading.better), sure = isSure(reading.seen);
      if (off || !sure) again_.push_back(reading.better);
      if (off && sure)
        continue;  // a rank with a pip below it reads well, until it is looked at where its suit should be
      seen_.push_back(reading.seen);
      seen_.back().index = reading.better;
    }
  }

  CardNetworks& networks_;
  const cv::Mat& bgr_;
  Effort effort_;
  cv::Mat whole_;
  std::vector<SeenIndex> seen_;
  std::vector<CardIndex> again_;
};

}  // namespace

std::vector<SeenIndex> findIndices(CardNetworks& networks, const cv::Mat& bgr, Effort effort,
                                   std::span<const CardIndex> expected) {
  const double first = std::min(kMostEnlarged, std::sqrt(kFirstPixels / static_cast<double>(bgr.total())));
  const LeastHeat& heat = effort == Effort::Frame ? kFrameHeat : kPhotographHeat;
  Search search(networks, bgr, effort);
  search.look(first, heat.first);
  const cv::Mat firstHeat = networks.heat();
  search.lookAt(expected);
  if (first / kCoarser * std::min(bgr.cols, bgr.rows) >= kLeastSide) search.look(first / kCoarser, heat.coarser);
  const bool crowded = effort == Effort::Photograph && search.count() >= kCrowd;
  for (double scale = first; scale < kMostEnlarged; scale *= kFiner) {
    const auto small = [&](double size) { return size * scale < kSmallIndex; };
    const bool again = scale > first;
    if (again ? !crowded && !search.anySure(small) : search.any() && !crowded && !search.anySized(small)) break;
    const double finer = scale * kFiner;
    const cv::Rect part = search.cardsPart();
    if (again && finer > 1 && part.area() * finer * finer > kMostPixels) break;
    // Of a crowd the small ones were cold at the first look.
    search.look(finer, heat.finer, part, search.any() && !crowded ? firstHeat : cv::Mat());
  }
  return search.found();
}

}  // namespace octo::vision
