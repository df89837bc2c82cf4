#include "vision/read/coded/row_scan.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "vision/edition/face_code.h"
#include "vision/read/coded/dot_line.h"

namespace octo::vision {
namespace {

/// Pixels a step of dots: the dots of a row stand this far apart in a scanned picture.
constexpr int kStride = 3;
constexpr int kRowPx = (kCodeDots - 1) * kStride + 1;
/// Degrees from a side of the table: how far cards lie askew, and the step; half a step moves a row's ends by 0.7 mm.
constexpr double kMostAskew = 7.5, kTurnStep = 3.0;
/// From line to line, mm: dots are 4.6 mm long across the row.
constexpr double kLineStep = 2.0;
/// Grey levels between dots and band; band beside dots, as a share: grain, cloth and shadow are lighter.
constexpr int kLeastContrast = 12;
constexpr double kDarkest = 0.75;
/// What is worth a closer look: dots that may be wrong, and how well all go with the word.
constexpr int kMostWrongDots = 2;
constexpr double kPromising = 0.90;
/// Proposals of one face nearer than this are one, mm.
constexpr double kSame = 6.0;

/// What the dots of a row spell that begins at a place of a line, for all places at once: the same steps for each, so
/// that the compiler makes them for many places in one go.
class LineSpeller {
 public:
  /// `places` rows begin in the line, which has `kRowPx` - 1 pixels more.
  void spell(const uchar* line, int places) {
    const auto count = static_cast<std::size_t>(places), pixels = count + kRowPx - 1;
    for (auto* each : {&first_, &inner_, &last_}) each->resize(pixels);
    for (auto* each : {&low_, &high_}) each->resize(count);
    for (auto* each : {&least_, &middle_, &words_}) each->resize(count);
    sharpen(line, pixels);
    levels(line, count);
    middles(count);
    std::fill(words_.begin(), words_.end(), std::int16_t{0});
    for (int dot = 0; dot < kCodeDots; ++dot) append(sharp(dot), count);
  }

  /// Of the row's dots; grey levels.
  int low(int place) const { return low_[static_cast<std::size_t>(place)]; }
  int high(int place) const { return high_[static_cast<std::size_t>(place)]; }
  /// As `DotLine` tells it.
  std::uint16_t word(int place) const { return static_cast<std::uint16_t>(words_[static_cast<std::size_t>(place)]); }

 private:
  /// Levels less what their neighbours leak into them, in parts of a grey level; the row's ends have one neighbour, and
  /// count themselves as the other.
  void sharpen(const uchar* line, std::size_t pixels) {
    constexpr int kOwn = 10, kNext = 2;  // a leak of 0.2, doubled: the middle of two is whole then
    static_assert(kNext == kDotLeak * kOwn);
    for (std::size_t p = 0; p + kStride < pixels; ++p)
      first_[p] = static_cast<std::int16_t>((kOwn - kNext) * line[p] - kNext * line[p + kStride]);
    for (std::size_t p = kStride; p + kStride < pixels; ++p)
      inner_[p] = static_cast<std::int16_t>(kOwn * line[p] - kNext * (line[p - kStride] + line[p + kStride]));
    for (std::size_t p = kStride; p < pixels; ++p)
      last_[p] = static_cast<std::int16_t>((kOwn - kNext) * line[p] - kNext * line[p - kStride]);
  }

  const std::int16_t* sharp(int dot) const {
    const auto& of = dot == 0 ? first_ : dot == kCodeDots - 1 ? last_ : inner_;
    return of.data() + dot * kStride;
  }

  void levels(const uchar* line, std::size_t count) {
    uchar *low = low_.data(), *high = high_.data();
    std::copy_n(line, count, low);
    std::copy_n(line, count, high);
    for (int dot = 1; dot < kCodeDots; ++dot) {
      const uchar* level = line + dot * kStride;
      for (std::size_t x = 0; x < count; ++x) {
        low[x] = level[x] < low[x] ? level[x] : low[x];
        high[x] = level[x] > high[x] ? level[x] : high[x];
      }
    }
  }

  void middles(std::size_t count) {
    std::int16_t *least = least_.data(), *most = middle_.data();
    std::copy_n(sharp(0), count, least);
    std::copy_n(sharp(0), count, most);
    for (int dot = 1; dot < kCodeDots; ++dot) {
      const std::int16_t* level = sharp(dot);
      for (std::size_t x = 0; x < count; ++x) {
        least[x] = level[x] < least[x] ? level[x] : least[x];
        most[x] = level[x] > most[x] ? level[x] : most[x];
      }
    }
    for (std::size_t x = 0; x < count; ++x) most[x] = static_cast<std::int16_t>((least[x] + most[x]) / 2);
  }

  void append(const std::int16_t* level, std::size_t count) {
    std::int16_t* word = words_.data();
    const std::int16_t* middle = middle_.data();
    for (std::size_t x = 0; x < count; ++x)
      word[x] = static_cast<std::int16_t>(word[x] + word[x] + (level[x] > middle[x] ? 1 : 0));
  }

  std::vector<std::int16_t> first_, inner_, last_, least_, middle_, words_;
  std::vector<uchar> low_, high_;
};

class Scan {
 public:
  Scan(const cv::Mat& smooth, double scale, const CodedFaces& faces, const cv::Mat& where)
      : scale_(scale), faces_(faces), where_(where) {
    smooth.convertTo(table_, CV_8U);
    pixelMm_ = std::hypot(faces.row().stepX, faces.row().stepY) / kStride;
  }

  std::vector<ProposedRow> rows() const {
    std::vector<double> turns;
    for (const double side : {0.0, 90.0})
      for (double askew = -kMostAskew; askew <= kMostAskew; askew += kTurnStep) turns.push_back(side + askew);
    std::vector<std::vector<ProposedRow>> found(turns.size());
    cv::parallel_for_({0, static_cast<int>(turns.size())}, [&](const cv::Range& part) {
      for (auto i = static_cast<std::size_t>(part.start); i < static_cast<std::size_t>(part.end); ++i)
        found[i] = rowsAt(turns[i] * std::numbers::pi / 180);
    });
    std::vector<ProposedRow> all;
    for (const auto& some : found) all.insert(all.end(), some.begin(), some.end());
    return distinct(std::move(all));
  }

 private:
  /// All rows that run at this angle, read both ways.
  std::vector<ProposedRow> rowsAt(double turn) const {
    std::vector<ProposedRow> found;
    const double pixel = pixelMm_ * scale_, line = kLineStep * scale_;
    const cv::Point2d along(std::cos(turn) * pixel, std::sin(turn) * pixel),
        across(-std::sin(turn) * line, std::cos(turn) * line), middle(table_.cols / 2.0, table_.rows / 2.0);
    const double c = std::abs(std::cos(turn)), s = std::abs(std::sin(turn));
    const cv::Size size(static_cast<int>((table_.cols * c + table_.rows * s) / pixel) + 1,
                        static_cast<int>((table_.cols * s + table_.rows * c) / line) + 1);
    if (size.width < 2 * kRowPx) return found;
    const cv::Point2d first = middle - along * (size.width / 2.0) - across * (size.height / 2.0);
    const cv::Matx23d aboveFromScan(along.x, across.x, first.x, along.y, across.y, first.y);
    cv::Mat scanned;
    cv::warpAffine(table_, scanned, aboveFromScan, size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_CONSTANT);
    LineSpeller speller;
    for (int y = 0; y < size.height; ++y) {
      const cv::Range places = placesOn(first + across * y, along, size.width);
      if (places.empty()) continue;
      const uchar* const levels = scanned.ptr<uchar>(y) + places.start;
      speller.spell(levels, places.size());
      for (int x = 0; x < places.size(); ++x)
        if (mayBeRow(speller.low(x), speller.high(x)))
          tryRow(levels + x, speller.word(x), first + along * (places.start + x) + across * y, along * kStride, found);
    }
    return found;
  }

  /// Where rows begin on a line that is so many steps `along` from its first point: those that have a dot where they
  /// are searched for.
  cv::Range placesOn(cv::Point2d first, cv::Point2d along, int width) const {
    const int places = width - kRowPx + 1;
    if (where_.empty()) return {0, places};
    int begin = width, end = -1;
    for (int x = 0; x < width; x += kStride)
      if (isSet(where_, first + along * x)) begin = std::min(begin, x), end = x;
    return cv::Range(begin - kRowPx - kStride, end + kStride) & cv::Range(0, places);
  }

  static bool mayBeRow(int low, int high) { return high - low >= kLeastContrast && low <= kDarkest * high; }

  /// Read both ways.
  void tryRow(const uchar* at, std::uint16_t word, cv::Point2d start, cv::Point2d step,
              std::vector<ProposedRow>& found) const {
    DotLevels levels{};
    if (const auto match = faces_.nearest(word, kMostWrongDots)) {
      for (int dot = 0; dot < kCodeDots; ++dot) levels[static_cast<std::size_t>(dot)] = at[dot * kStride];
      keepPromising(*match->word, levels, start, step, found);
    }
    if (const auto match = faces_.nearest(readBackwards(word), kMostWrongDots)) {
      for (int dot = 0; dot < kCodeDots; ++dot)
        levels[static_cast<std::size_t>(dot)] = at[(kCodeDots - 1 - dot) * kStride];
      keepPromising(*match->word, levels, start + step * (kCodeDots - 1), -step, found);
    }
  }

  static void keepPromising(const CodedFaces::Word& word, const DotLevels& levels, cv::Point2d start, cv::Point2d step,
                            std::vector<ProposedRow>& found) {
    const double correlation = word.drawn.correlationWith(levels);
    if (correlation >= kPromising) found.push_back({start, step, &word, correlation});
  }

  std::vector<ProposedRow> distinct(std::vector<ProposedRow> all) const {
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.correlation > b.correlation; });
    const auto middle = [](const ProposedRow& row) { return row.start + row.along * (kCodeDots / 2); };
    std::vector<ProposedRow> kept;
    for (const ProposedRow& row : all) {
      const auto isSame = [&](const ProposedRow& other) {
        return other.word == row.word && cv::norm(middle(other) - middle(row)) < kSame * scale_;
      };
      if (std::none_of(kept.begin(), kept.end(), isSame)) kept.push_back(row);
    }
    return kept;
  }

  cv::Mat table_;  // 8-bit grey
  double scale_;
  const CodedFaces& faces_;
  const cv::Mat& where_;
  double pixelMm_ = 1;
};

}  // namespace

std::vector<ProposedRow> scanForRows(const cv::Mat& smooth, double scale, const CodedFaces& faces,
                                     const cv::Mat& where) {
  return Scan(smooth, scale, faces, where).rows();
}

}  // namespace octo::vision
