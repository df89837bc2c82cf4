#include "vision/read/coded/dot_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <tuple>

#include "vision/edition/face_code.h"
#include "vision/read/coded/dot_line.h"
#include "vision/read/coded/row_scan.h"

namespace octo::vision {
namespace {

/// Grey levels by which a dot stands out from what lies around it.
constexpr double kLeastPeak = 5.5;
constexpr std::size_t kMostPeaks = 6000;
/// Two dots of a row that say where it runs: so many steps apart (no word has all its dots nearer together or farther
/// apart), and mm by which they may be off.
constexpr int kLeastSteps = 3, kMostSteps = 11;
constexpr double kOffMm = 0.55;
/// What a row must show to be one, at first and once its place is told by all its dots: on eight rendered tables the
/// rows that were there correlated by 0.98 to 1.00.
constexpr double kLeastContrast = 12.0, kPromising = 0.93, kLeastCorrelation = 0.955, kLeastLead = 0.25;
/// Millimetres by which a row's place is mended, and around a row that is sure in which the same is not tried again.
constexpr double kMend = 0.5, kSame = 1.5;
/// How well the card's strip must go with its drawing: on the same tables real rows' strips did by 0.7 and more,
/// others' by 0.55 at most. A glare may spoil that where the dots are as clear as can be; and where the strip goes as
/// well as this, neither margin nor dots need to be seen by themselves.
constexpr double kLeastLikeness = 0.67, kLikenessOfClear = 0.6, kBeyondDoubt = 0.74;
/// Dots no clearer than this ask for more: a row read four dots aside went with another card's word by 0.970 and with
/// its strip by 0.77; rows at a table's far side, seen from 42°, go by 0.982 and 0.86.
constexpr double kUnclear = 0.98, kLikenessOfUnclear = 0.8;
/// Printed dark is at most this part as bright as printed paper; grain, cloth and shadow are brighter.
constexpr double kDarkest = 0.75;
/// The light margin is 2 mm wide: from afar it is but that much lighter than the band, as a share of a dot.
constexpr double kMarginShare = 0.22;
constexpr int kMostWrongDots = 2;
/// A row whose strip goes with its drawing by less, even without its shadow, is not worth being fitted: rows in the
/// shade did by 0.76 and more as they were proposed.
constexpr double kWorthFitting = 0.6;
/// A row read so many dots aside may still be a word.
constexpr double kLeastShift = 1.5;
/// Dots are longer across the row than along it: this far to both sides of its middle, as a share of their length, the
/// row must read alike. What only happens to lie in a line does not.
constexpr double kAside = 0.27, kLeastAside = 0.93;

struct Peak {
  cv::Point2d at;
  double height;
};

/// Where between three values a parabola through them is highest.
double offPeak(float before, float at, float after) {
  const double bend = before - 2 * at + after;
  return bend < -1e-6 ? std::clamp(0.5 * (before - after) / bend, -0.5, 0.5) : 0.0;
}

/// Whether nothing within `reach` pixels is higher.
bool isHighest(const cv::Mat& stands, cv::Point at, int reach) {
  const float height = stands.at<float>(at);
  const cv::Rect near =
      cv::Rect(at.x - reach, at.y - reach, 2 * reach + 1, 2 * reach + 1) & cv::Rect({}, stands.size());
  for (int y = near.y; y < near.y + near.height; ++y) {
    const float* row = stands.ptr<float>(y);
    if (std::any_of(row + near.x, row + near.x + near.width, [&](float other) { return other > height; })) return false;
  }
  return true;
}

constexpr int kBands = 4;

/// Has several threads go over a picture's rows: OpenCV's own filters keep to one. What they do to a part goes by what
/// lies around it as well. As many bands on every machine, so that sums are rounded alike.
template <typename Work>
void inBands(int rows, Work work) {
  cv::parallel_for_({0, kBands}, [&](const cv::Range& bands) {
    for (int band = bands.start; band < bands.end; ++band)
      if (const cv::Range part(band * rows / kBands, (band + 1) * rows / kBands); !part.empty()) work(band, part);
  });
}

std::vector<Peak> peaksIn(const cv::Mat& stands, const cv::Range& rows, int reach) {
  std::vector<Peak> peaks;
  for (int y = std::max(1, rows.start); y < std::min(rows.end, stands.rows - 1); ++y) {
    const float* row = stands.ptr<float>(y);
    for (int x = 1; x + 1 < stands.cols; ++x)
      if (row[x] >= kLeastPeak && row[x] >= row[x - 1] && row[x] >= row[x + 1] && isHighest(stands, {x, y}, reach))
        peaks.push_back({{x + offPeak(row[x - 1], row[x], row[x + 1]),
                          y + offPeak(stands.at<float>(y - 1, x), row[x], stands.at<float>(y + 1, x))},
                         row[x]});
  }
  return peaks;
}

std::vector<Peak> peaksOf(const cv::Mat& smooth, double scale) {
  cv::Mat stands(smooth.size(), CV_32F);
  const int window = 2 * static_cast<int>(std::lround(4.5 * scale)) + 1;
  inBands(smooth.rows, [&](int, const cv::Range& rows) {
    cv::Mat around = stands.rowRange(rows);
    cv::blur(smooth.rowRange(rows), around, {window, window});
    cv::subtract(smooth.rowRange(rows), around, around);
  });
  const int reach = static_cast<int>(std::lround(1.1 * scale));
  std::array<std::vector<Peak>, kBands> found;
  inBands(smooth.rows, [&](int band, const cv::Range& rows) {
    found[static_cast<std::size_t>(band)] = peaksIn(stands, rows, reach);
  });
  std::vector<Peak> peaks;
  for (const auto& some : found) peaks.insert(peaks.end(), some.begin(), some.end());
  if (peaks.size() > kMostPeaks) {
    std::nth_element(peaks.begin(), peaks.begin() + kMostPeaks, peaks.end(),
                     [](const Peak& a, const Peak& b) { return a.height > b.height; });
    peaks.resize(kMostPeaks);
  }
  std::sort(peaks.begin(), peaks.end(), [](const Peak& a, const Peak& b) { return a.at.y < b.at.y; });
  return peaks;
}

inline float levelAt(const cv::Mat& smooth, cv::Point2d at) {
  const double x = std::clamp(at.x, 0.0, smooth.cols - 1.001), y = std::clamp(at.y, 0.0, smooth.rows - 1.001);
  const int left = static_cast<int>(x), top = static_cast<int>(y);
  const auto u = static_cast<float>(x - left), v = static_cast<float>(y - top);
  const float* upper = smooth.ptr<float>(top) + left;
  const float* lower = smooth.ptr<float>(top + 1) + left;
  return (1 - v) * ((1 - u) * upper[0] + u * upper[1]) + v * ((1 - u) * lower[0] + u * lower[1]);
}

class DotSearch {
 public:
  DotSearch(const cv::Mat& above, double scale, const CodedFaces& faces, const cv::Mat& where)
      : scale_(scale), faces_(faces), where_(where) {
    cv::Mat levels;
    above.convertTo(levels, CV_32F);
    smooth_.create(levels.size(), CV_32F);
    inBands(levels.rows, [&](int, const cv::Range& rows) {
      cv::Mat smooth = smooth_.rowRange(rows);
      cv::GaussianBlur(levels.rowRange(rows), smooth, {}, 0.55 * scale);
    });
    const CodeRow& row = faces.row();
    step_ = std::hypot(row.stepX, row.stepY) * scale;
  }

  std::vector<SpelledRow> rows() {
    for (const ProposedRow& row : scanForRows(smooth_, scale_, faces_, where_)) settle(row.start, row.along, *row.word);
    tryPairsOf(peaksOffRows());
    return distinct(std::move(found_));
  }

 private:
  /// The dots of rows that are known propose nothing more.
  std::vector<Peak> peaksOffRows() const {
    std::vector<cv::Matx33d> cardsFromImage;
    for (const SpelledRow& row : found_) cardsFromImage.push_back(row.imageFromCard.inv());
    auto peaks = peaksOf(smooth_, scale_);
    std::erase_if(peaks, [&](const Peak& peak) {
      return std::any_of(cardsFromImage.begin(), cardsFromImage.end(),
                         [&](const cv::Matx33d& map) { return isOnRow(map, peak.at); });
    });
    return peaks;
  }

  bool isOnRow(const cv::Matx33d& cardFromImage, cv::Point2d at) const {
    const cv::Vec3d p = cardFromImage * cv::Vec3d(at.x + 0.5, at.y + 0.5, 1);
    const CodeRow& r = faces_.row();
    const double x = p[0] - r.firstX, y = p[1] - r.firstY, length = (kCodeDots - 1) * step_ / scale_;
    const double along = faces_.runsDown() ? y : x, across = faces_.runsDown() ? x : y;
    return along > -kSame && along < length + kSame && std::abs(across) < kSame;
  }

  /// Rows with two dots among the peaks. They are proposed by several threads, and settled in the peaks' order.
  void tryPairsOf(const std::vector<Peak>& peaks) {
    constexpr std::size_t kPart = 64;
    std::vector<std::vector<ProposedRow>> proposed((peaks.size() + kPart - 1) / kPart);
    cv::parallel_for_({0, static_cast<int>(proposed.size())}, [&](const cv::Range& parts) {
      for (auto part = static_cast<std::size_t>(parts.start); part < static_cast<std::size_t>(parts.end); ++part)
        for (std::size_t i = part * kPart; i < std::min((part + 1) * kPart, peaks.size()); ++i)
          proposePairsWith(i, peaks, proposed[part]);
    });
    for (const auto& some : proposed)
      for (const ProposedRow& row : some) settle(row.start, row.along, *row.word);
  }

  /// The peaks after it that may be dots of the same row.
  void proposePairsWith(std::size_t first, const std::vector<Peak>& peaks, std::vector<ProposedRow>& proposed) const {
    const double far = (kMostSteps + 0.5) * step_;
    const cv::Point2d at = peaks[first].at;
    for (std::size_t k = first + 1; k < peaks.size() && peaks[k].at.y - at.y < far; ++k) {
      const cv::Point2d between = peaks[k].at - at;
      if (std::abs(between.x) > far) continue;
      const double steps = cv::norm(between) / step_;
      const int whole = static_cast<int>(steps + 0.5);
      if (whole < kLeastSteps || whole > kMostSteps || std::abs(steps - whole) * step_ > kOffMm * scale_) continue;
      const cv::Point2d along = between * (1.0 / whole);
      if (isDotOf(peaks[first], along) && isDotOf(peaks[k], along) && isWanted(at, along, whole))
        proposeOn(at, along, whole, proposed);
    }
  }

  /// Whether it is darker half a step before and after the peak, as it is between dots: on white paper beside print it
  /// is not.
  bool isDotOf(const Peak& peak, cv::Point2d along) const {
    const float level = levelAt(smooth_, peak.at);
    return levelAt(smooth_, peak.at - along * 0.5) < level && levelAt(smooth_, peak.at + along * 0.5) < level;
  }

  /// Whether a row with these two dots has any where rows are searched for: that is known some dots around.
  bool isWanted(cv::Point2d dot, cv::Point2d along, int steps) const {
    if (where_.empty()) return true;
    constexpr int kEvery = 2;
    for (int i = steps - kCodeDots + 1; i < kCodeDots; i += kEvery)
      if (isSet(where_, dot + along * i)) return true;
    return false;
  }

  /// All rows that have these two dots, read both ways.
  void proposeOn(cv::Point2d dot, cv::Point2d along, int steps, std::vector<ProposedRow>& proposed) const {
    const int before = kCodeDots - 1 - steps, count = before + kCodeDots;
    static_assert(2 * kCodeDots - 1 - kLeastSteps <= DotLine::kMostDots);
    DotLine::Levels levels{};
    for (int i = 0; i < count; ++i) levels[static_cast<std::size_t>(i)] = levelAt(smooth_, dot + along * (i - before));
    const DotLine line(levels, count);
    for (int first = 0; first <= before; ++first) {
      const double low = line.lowest(first), high = line.highest(first);
      if (high - low < kLeastContrast || low > kDarkest * high) continue;
      const std::uint16_t word = line.word(first);
      const cv::Point2d start = dot + along * (first - before);
      const auto from = levels.begin() + first;
      DotLevels row{};
      if (const auto match = faces_.nearest(word, kMostWrongDots)) {
        std::copy_n(from, kCodeDots, row.begin());
        propose(*match->word, row, start, along, proposed);
      }
      if (const auto match = faces_.nearest(readBackwards(word), kMostWrongDots)) {
        std::reverse_copy(from, from + kCodeDots, row.begin());
        propose(*match->word, row, start + along * (kCodeDots - 1), -along, proposed);
      }
    }
  }

  static void propose(const CodedFaces::Word& word, const DotLevels& levels, cv::Point2d start, cv::Point2d along,
                      std::vector<ProposedRow>& proposed) {
    const double correlation = word.drawn.correlationWith(levels);
    if (correlation >= kPromising) proposed.push_back({start, along, &word, correlation});
  }

  /// A row that may lie there: its place is mended, and it is kept if it stands up to that.
  void settle(cv::Point2d start, cv::Point2d along, const CodedFaces::Word& word) {
    if (isKnown(word.face, start, along)) return;
    mend(start, along, word.drawn);
    straighten(start, along, word.word);
    fitStrip(start, along, word);
    if (auto row = judged(start, along, word)) found_.push_back(std::move(*row));
  }

  bool isKnown(const Face& face, cv::Point2d start, cv::Point2d along) const {
    const cv::Point2d middle = middleOf(start, along);
    return std::any_of(found_.begin(), found_.end(), [&](const SpelledRow& row) {
      return row.face == face && cv::norm(middleOf(row) - middle) < kSame * scale_;
    });
  }

  static cv::Point2d middleOf(cv::Point2d start, cv::Point2d along) { return start + along * (kCodeDots / 2); }

  /// Moves a row to where its dots go best with their word, and makes its steps as long as they were printed.
  void mend(cv::Point2d& start, cv::Point2d& along, const DrawnWord& word) const {
    const cv::Point2d middle = middleOf(start, along);
    const cv::Point2d unit = along * (1 / cv::norm(along)), across(-unit.y, unit.x);
    double best = -1;
    for (const double turn : {0.0, -0.012, 0.012}) {
      const cv::Point2d way = (unit + across * turn) * step_;
      for (int i = -1; i <= 1; ++i)
        for (int k = -1; k <= 1; ++k) {
          const cv::Point2d at = middle + (unit * i + across * k) * (kMend * scale_) - way * (kCodeDots / 2);
          const double r = word.correlationWith(levelsAlong(at, way));
          if (r > best) best = r, start = at, along = way;
        }
    }
  }

  /// Lays the row through the middles of its dots, as they are seen across it.
  void straighten(cv::Point2d& start, cv::Point2d& along, std::uint16_t word) const {
    const cv::Point2d unit = along * (1 / cv::norm(along)), across(-unit.y, unit.x);
    const double reach = 0.55 * dotLength() * scale_, dark = lowest(levelsAlong(start, along));
    double count = 0, sumK = 0, sumO = 0, sumKK = 0, sumKO = 0;
    for (int dot = 0; dot < kCodeDots; ++dot) {
      if (!codeDot(word, dot)) continue;
      double weight = 0, moment = 0;
      for (double off = -reach; off <= reach; off += reach / 6) {
        const double level = std::max(0.0, levelAt(smooth_, start + along * dot + across * off) - dark);
        weight += level, moment += level * off;
      }
      const double k = dot - kCodeDots / 2, o = moment / std::max(1e-9, weight);
      ++count, sumK += k, sumO += o, sumKK += k * k, sumKO += k * o;
    }
    const double spread = count * sumKK - sumK * sumK;
    const double slope = spread > 1e-9 ? (count * sumKO - sumK * sumO) / spread : 0;
    const double middle = (sumO - slope * sumK) / count;
    const cv::Point2d centre = middleOf(start, along) + across * middle;
    along = along + across * slope;
    along *= step_ / cv::norm(along);
    start = centre - along * (kCodeDots / 2);
  }

  /// A shadow's edge draws the dots' middles to one side. Where the dots are clear and the strip does not go with its
  /// drawing, the row is moved to where it does without a shadow, if it does anywhere.
  void fitStrip(cv::Point2d& start, cv::Point2d& along, const CodedFaces::Word& word) {
    const DotLevels levels = levelsAlong(start, along);
    if (word.drawn.correlationWith(levels) < kClearDots || wasFitted(word.face, start, along)) return;
    const cv::Matx33d map = mapFrom(start, along);
    if (stripLikeness(smooth_, faces_, word.face, map) >= kBeyondDoubt) return;
    Fitted best{start, along, stripLikenessInShadow(smooth_, faces_, word.face, map)};
    if (best.likeness < kWorthFitting || !hasFrame(map, levels)) return;
    fitted_.push_back({word.face, middleOf(start, along)});
    constexpr int kMostMoves = 12;
    int moves = 0;
    while (moves < kMostMoves && moveNearer(best, word)) ++moves;
    if (best.likeness >= kLeastLikenessInShadow) start = best.start, along = best.along;
  }

  struct Fitted {
    cv::Point2d start, along;
    double likeness;
  };

  /// One step to where the strip goes better with its drawing and the dots are clear; false where there is none.
  bool moveNearer(Fitted& best, const CodedFaces::Word& word) const {
    constexpr double kTurn = 0.012, kMove = 0.4;  // mm
    bool moved = false;
    for (const double way : {-1.0, 1.0})
      for (const auto& [turn, across, ahead] :
           {std::tuple(way * kTurn, 0.0, 0.0), {0.0, way * kMove, 0.0}, {0.0, 0.0, way * kMove}}) {
        const cv::Point2d unit = best.along * (1 / cv::norm(best.along)), side(-unit.y, unit.x);
        cv::Point2d along = unit + side * turn;
        along *= step_ / cv::norm(along);
        const cv::Point2d middle = middleOf(best.start, best.along) + (side * across + unit * ahead) * scale_;
        const cv::Point2d start = middle - along * (kCodeDots / 2);
        if (word.drawn.correlationWith(levelsAlong(start, along)) < kClearDots) continue;
        const double likeness = stripLikenessInShadow(smooth_, faces_, word.face, mapFrom(start, along));
        if (likeness <= best.likeness) continue;
        best = {start, along, likeness};
        moved = true;
        break;
      }
    return moved;
  }

  /// A row proposed so near to one that was fitted ends where that did.
  bool wasFitted(const Face& face, cv::Point2d start, cv::Point2d along) const {
    const cv::Point2d middle = middleOf(start, along);
    return std::any_of(fitted_.begin(), fitted_.end(), [&](const auto& each) {
      return each.first == face && cv::norm(each.second - middle) < kMend * scale_;
    });
  }

  static double lowest(const DotLevels& levels) { return *std::min_element(levels.begin(), levels.end()); }

  /// Each dot as long as it is across the row.
  DotLevels levelsAlong(cv::Point2d start, cv::Point2d along) const {
    const cv::Point2d across = cv::Point2d(-along.y, along.x) * (kAside * dotLength() * scale_ / cv::norm(along));
    DotLevels levels{};
    for (int dot = 0; dot < kCodeDots; ++dot) {
      const cv::Point2d at = start + along * dot;
      levels[static_cast<std::size_t>(dot)] =
          (levelAt(smooth_, at) + levelAt(smooth_, at + across) + levelAt(smooth_, at - across)) / 3;
    }
    return levels;
  }

  double dotLength() const { return faces_.runsDown() ? faces_.row().dotWidth : faces_.row().dotHeight; }

  /// Beyond the picture's edge its last pixels go on, and dots that nobody printed.
  bool isInPicture(cv::Point2d at) const {
    const double beyond = kSame * scale_;
    return at.x > -beyond && at.y > -beyond && at.x < smooth_.cols + beyond && at.y < smooth_.rows + beyond;
  }

  std::optional<SpelledRow> judged(cv::Point2d start, cv::Point2d along, const CodedFaces::Word& word) const {
    if (!isInPicture(start) || !isInPicture(start + along * (kCodeDots - 1))) return std::nullopt;
    const DotLevels levels = levelsAlong(start, along);
    double own = -1, other = -1;
    Face runnerUp = Face::unknown();
    for (const CodedFaces::Word& each : faces_.words()) {
      const double r = each.drawn.correlationWith(levels);
      if (&each == &word)
        own = r;
      else if (r > other)
        other = r, runnerUp = each.face;
    }
    if (own < kLeastCorrelation || own - other < kLeastLead) return std::nullopt;
    const cv::Matx33d map = mapFrom(start, along);
    const double likeness = stripLikeness(smooth_, faces_, word.face, map);
    const bool isClear = own >= kClearDots;
    const double lit = isClear && likeness < kBeyondDoubt ? litLikeness(word.face, map, likeness) : likeness;
    if (lit < (own < kUnclear ? kLikenessOfUnclear : isClear ? kLikenessOfClear : kLeastLikeness)) return std::nullopt;
    if (likeness < kBeyondDoubt && (!hasFrame(map, levels) || !isAsLongAsDots(start, along, word.drawn)))
      return std::nullopt;
    return SpelledRow{word.face, runnerUp, own, own - other, lit, map};
  }

  /// That without the shadow that lies on the strip, if one does; otherwise `likeness`.
  double litLikeness(const Face& face, const cv::Matx33d& map, double likeness) const {
    const double lit = stripLikenessInShadow(smooth_, faces_, face, map);
    return lit >= kLeastLikenessInShadow ? lit : likeness;
  }

  bool isAsLongAsDots(cv::Point2d start, cv::Point2d along, const DrawnWord& word) const {
    const cv::Point2d across = cv::Point2d(-along.y, along.x) * (kAside * dotLength() * scale_ / cv::norm(along));
    for (const cv::Point2d off : {across, -across}) {
      DotLevels levels{};
      for (int dot = 0; dot < kCodeDots; ++dot)
        levels[static_cast<std::size_t>(dot)] = levelAt(smooth_, start + along * dot + off);
      if (word.correlationWith(levels) < kLeastAside) return false;
    }
    return true;
  }

  /// The card lies as the row says: along it, and a quarter turn clockwise across.
  cv::Matx33d mapFrom(cv::Point2d start, cv::Point2d along) const {
    const CodeRow& row = faces_.row();
    const cv::Point2d unit = along * (scale_ / cv::norm(along)), across(-unit.y, unit.x);
    const bool runsDown = faces_.runsDown();
    const cv::Point2d x = runsDown ? -across : unit, y = runsDown ? unit : across;
    const cv::Point2d origin = start - x * row.firstX - y * row.firstY + cv::Point2d(0.5, 0.5);
    return {x.x, y.x, origin.x, x.y, y.y, origin.y, 0, 0, 1};
  }

  /// The light margin beyond the row's band and the dark between, most of the way.
  bool hasFrame(const cv::Matx33d& map, const DotLevels& levels) const {
    const double dark = *std::min_element(levels.begin(), levels.end());
    const double light = *std::max_element(levels.begin(), levels.end());
    const CodeRow& row = faces_.row();
    const double beyond = faces_.frame().marginMm * 0.45;
    int margin = 0;
    constexpr int kLooks = 11;
    for (int i = 0; i < kLooks; ++i) {
      const double dot = (kCodeDots - 1) * (i + 0.5) / kLooks;
      const double x = faces_.runsDown() ? beyond : row.firstX + dot * row.stepX,
                   y = faces_.runsDown() ? row.firstY + dot * row.stepY : beyond;
      const cv::Vec3d p = map * cv::Vec3d(x, y, 1);
      const double level = levelAt(smooth_, {p[0] - 0.5, p[1] - 0.5});
      margin += level > dark + kMarginShare * (light - dark) ? 1 : 0;
    }
    return margin >= kLooks - 2;
  }

  /// Of rows in one place the best.
  std::vector<SpelledRow> distinct(std::vector<SpelledRow> rows) const {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const auto& a, const auto& b) { return a.correlation > b.correlation; });
    std::vector<SpelledRow> kept;
    for (SpelledRow& row : rows) {
      const auto near = [&](const SpelledRow& other) { return cv::norm(middleOf(row) - middleOf(other)) < 5 * scale_; };
      if (std::none_of(kept.begin(), kept.end(), near)) kept.push_back(std::move(row));
    }
    return withoutShifted(std::move(kept));
  }

  /// A card's far row, read some dots aside, may spell another face. What lies on the line of a far row that is seen
  /// there is that row.
  std::vector<SpelledRow> withoutShifted(const std::vector<SpelledRow>& rows) const {
    std::vector<SpelledRow> kept;
    for (const SpelledRow& row : rows) {
      const auto isFarRow = [&](const SpelledRow& card) {
        return card.likeness > row.likeness && isShiftedFarRow(card, row) &&
               stripLikeness(smooth_, faces_, card.face, farMap(card)) > kLeastLikeness;
      };
      if (std::none_of(rows.begin(), rows.end(), isFarRow)) kept.push_back(row);
    }
    return kept;
  }

  cv::Matx33d farMap(const SpelledRow& card) const {
    return card.imageFromCard * cv::Matx33d(-1, 0, faces_.widthMm(), 0, -1, faces_.heightMm(), 0, 0, 1);
  }

  bool isShiftedFarRow(const SpelledRow& card, const SpelledRow& row) const {
    const cv::Matx33d cardFromRow = farMap(card).inv() * row.imageFromCard;
    const CodeRow& r = faces_.row();
    double shift = 0;
    for (const int dot : {0, kCodeDots - 1}) {
      const cv::Vec3d p = cardFromRow * cv::Vec3d(r.firstX + dot * r.stepX, r.firstY + dot * r.stepY, 1);
      const double x = p[0] - r.firstX, y = p[1] - r.firstY;
      if (std::abs(faces_.runsDown() ? x : y) > kSame) return false;
      shift += (faces_.runsDown() ? y / r.stepY : x / r.stepX) / 2;
    }
    shift = std::abs(shift - (kCodeDots - 1) / 2.0);
    return shift > kLeastShift && shift < kCodeDots - 1;
  }

  cv::Point2d middleOf(const SpelledRow& row) const {
    const CodeRow& r = faces_.row();
    const cv::Vec3d p = row.imageFromCard * cv::Vec3d(r.firstX + 7 * r.stepX, r.firstY + 7 * r.stepY, 1);
    return {p[0], p[1]};
  }

  double scale_;
  const CodedFaces& faces_;
  const cv::Mat& where_;
  cv::Mat smooth_;
  double step_ = 0;
  std::vector<SpelledRow> found_;
  /// The middles of rows before they were fitted to their strips.
  std::vector<std::pair<Face, cv::Point2d>> fitted_;
};

}  // namespace

std::vector<SpelledRow> findSpelledRows(const cv::Mat& above, double scale, const CodedFaces& faces,
                                        const cv::Mat& where) {
  if (!faces.row().light) return {};
  return DotSearch(above, scale, faces, where).rows();
}

}  // namespace octo::vision
