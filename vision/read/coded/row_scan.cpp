#include "vision/read/coded/row_scan.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/imgproc.hpp>

#include "vision/edition/face_code.h"

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
/// What a dot's neighbours show of it from afar.
constexpr double kLeak = 0.2;

double correlationWith(const DotLevels& levels, std::uint16_t word, double leak) {
  const auto lit = [&](int dot) { return dot >= 0 && dot < kCodeDots && codeDot(word, dot) ? 1.0 : 0.0; };
  DotLevels drawn{};
  double mean = 0, dots = 0;
  for (int i = 0; i < kCodeDots; ++i) {
    const auto at = static_cast<std::size_t>(i);
    drawn[at] = lit(i) + leak * (lit(i - 1) + lit(i + 1));
    mean += levels[at] / kCodeDots, dots += drawn[at] / kCodeDots;
  }
  double both = 0, a = 0, b = 0;
  for (std::size_t i = 0; i < drawn.size(); ++i) {
    const double u = levels[i] - mean, v = drawn[i] - dots;
    both += u * v, a += u * u, b += v * v;
  }
  return both / std::sqrt(std::max(1e-9, a * b));
}

/// The darkest and the lightest of each pixel and the `kRowPx` - 1 to its right, by windows twice as wide each time.
void extremes(const cv::Mat& picture, cv::Mat& darkest, cv::Mat& lightest) {
  picture.copyTo(darkest);
  picture.copyTo(lightest);
  const auto widen = [&](int by) {
    cv::Mat dark = darkest.colRange(0, picture.cols - by), light = lightest.colRange(0, picture.cols - by);
    cv::min(dark, darkest.colRange(by, picture.cols), dark);
    cv::max(light, lightest.colRange(by, picture.cols), light);
  };
  int window = 1;
  for (; 2 * window <= kRowPx; window *= 2) widen(window);
  widen(kRowPx - window);
}

class Scan {
 public:
  Scan(const cv::Mat& smooth, double scale, const CodedFaces& faces) : scale_(scale), faces_(faces) {
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
    cv::Mat scanned, darkest, lightest;
    cv::warpAffine(table_, scanned, aboveFromScan, size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_CONSTANT);
    extremes(scanned, darkest, lightest);
    for (int y = 0; y < size.height; ++y) {
      const uchar* low = darkest.ptr<uchar>(y);
      const uchar* high = lightest.ptr<uchar>(y);
      for (int x = 0; x + kRowPx <= size.width; ++x)
        if (mayBeRow(low[x], high[x]))
          tryRow(scanned.ptr<uchar>(y) + x, first + along * x + across * y, along * kStride, found);
    }
    return found;
  }

  static bool mayBeRow(int low, int high) { return high - low >= kLeastContrast && low <= kDarkest * high; }

  void tryRow(const uchar* at, cv::Point2d start, cv::Point2d step, std::vector<ProposedRow>& found) const {
    int low = 255, high = 0;
    for (int dot = 0; dot < kCodeDots; ++dot) {
      low = std::min<int>(low, at[dot * kStride]);
      high = std::max<int>(high, at[dot * kStride]);
    }
    if (!mayBeRow(low, high)) return;
    DotLevels levels{};
    for (int dot = 0; dot < kCodeDots; ++dot) levels[static_cast<std::size_t>(dot)] = at[dot * kStride];
    const std::uint16_t word = spelledBy(levels);
    tryWord(word, levels, start, step, found);
    std::reverse(levels.begin(), levels.end());
    tryWord(readBackwards(word), levels, start + step * (kCodeDots - 1), -step, found);
  }

  static std::uint16_t readBackwards(std::uint16_t word) {
    std::uint16_t turned = 0;
    for (int dot = 0; dot < kCodeDots; ++dot) turned = static_cast<std::uint16_t>(turned << 1 | ((word >> dot) & 1));
    return turned;
  }

  void tryWord(std::uint16_t word, const DotLevels& levels, cv::Point2d start, cv::Point2d step,
               std::vector<ProposedRow>& found) const {
    const auto match = faces_.nearest(word, kMostWrongDots);
    if (!match) return;
    const double correlation = wordCorrelation(levels, *faces_.wordOf(match->face));
    if (correlation >= kPromising) found.push_back({start, step, match->face, correlation});
  }

  std::vector<ProposedRow> distinct(std::vector<ProposedRow> all) const {
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.correlation > b.correlation; });
    const auto middle = [](const ProposedRow& row) { return row.start + row.along * (kCodeDots / 2); };
    std::vector<ProposedRow> kept;
    for (const ProposedRow& row : all) {
      const auto isSame = [&](const ProposedRow& other) {
        return other.face == row.face && cv::norm(middle(other) - middle(row)) < kSame * scale_;
      };
      if (std::none_of(kept.begin(), kept.end(), isSame)) kept.push_back(row);
    }
    return kept;
  }

  cv::Mat table_;  // 8-bit grey
  double scale_;
  const CodedFaces& faces_;
  double pixelMm_ = 1;
};

}  // namespace

double wordCorrelation(const DotLevels& levels, std::uint16_t word) {
  return std::max(correlationWith(levels, word, 0), correlationWith(levels, word, kLeak));
}

std::uint16_t spelledBy(const DotLevels& levels) {
  const auto at = [&](int dot) { return levels[static_cast<std::size_t>(std::clamp(dot, 0, kCodeDots - 1))]; };
  DotLevels sharp{};
  for (int dot = 0; dot < kCodeDots; ++dot)
    sharp[static_cast<std::size_t>(dot)] = at(dot) - kLeak * (at(dot - 1) + at(dot + 1));
  const auto [low, high] = std::minmax_element(sharp.begin(), sharp.end());
  const double middle = (*low + *high) / 2;
  std::uint16_t word = 0;
  for (const double level : sharp) word = static_cast<std::uint16_t>((word << 1) | (level > middle ? 1 : 0));
  return word;
}

std::vector<ProposedRow> scanForRows(const cv::Mat& smooth, double scale, const CodedFaces& faces) {
  return Scan(smooth, scale, faces).rows();
}

}  // namespace octo::vision
