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
/// Degrees from a side of the table: how far cards lie askew, and the step; half a step moves a row's ends by 0.6 mm.
constexpr double kMostAskew = 7.5, kTurnStep = 2.5;
/// Dots are longer across the row than along it: so many pixels of theirs are taken together, standard deviation.
constexpr double kAcrossPx = 0.7;
/// Grey levels between dots and band; band beside dots, as a share: grain, cloth and shadow are lighter.
constexpr float kLeastContrast = 12.0F, kDarkest = 0.75F;
/// What is worth a closer look: dots that may be wrong, and how well the others go with the word. On rendered tables
/// rows correlated by 0.94 and more half a pixel and a degree beside their place.
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

class Scan {
 public:
  Scan(const cv::Mat& smooth, double scale, const CodedFaces& faces) : smooth_(smooth), scale_(scale), faces_(faces) {
    pixelMm_ = std::hypot(faces.row().stepX, faces.row().stepY) / kStride;
  }

  std::vector<ProposedRow> rows() {
    for (const double side : {0.0, 90.0})
      for (double askew = -kMostAskew; askew <= kMostAskew; askew += kTurnStep)
        scanAt((side + askew) * std::numbers::pi / 180);
    return distinct();
  }

 private:
  /// All rows that run at this angle, read both ways.
  void scanAt(double turn) {
    const double pixel = pixelMm_ * scale_;
    const cv::Point2d along(std::cos(turn) * pixel, std::sin(turn) * pixel), across(-along.y, along.x);
    const cv::Point2d middle(smooth_.cols / 2.0, smooth_.rows / 2.0);
    const double c = std::abs(std::cos(turn)), s = std::abs(std::sin(turn));
    const cv::Size size(static_cast<int>((smooth_.cols * c + smooth_.rows * s) / pixel) + 1,
                        static_cast<int>((smooth_.cols * s + smooth_.rows * c) / pixel) + 1);
    if (size.width < kRowPx) return;
    const cv::Point2d first = middle - along * (size.width / 2.0) - across * (size.height / 2.0);
    const cv::Matx23d aboveFromScan(along.x, across.x, first.x, along.y, across.y, first.y);
    cv::Mat scanned, darkest, lightest;
    cv::warpAffine(smooth_, scanned, aboveFromScan, size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_CONSTANT);
    cv::GaussianBlur(scanned, scanned, {1, 5}, kAcrossPx, kAcrossPx);
    const cv::Mat window = cv::Mat::ones(1, kRowPx, CV_8U);
    cv::erode(scanned, darkest, window, {0, 0});
    cv::dilate(scanned, lightest, window, {0, 0});
    for (int y = 0; y < size.height; ++y) {
      const float* low = darkest.ptr<float>(y);
      const float* high = lightest.ptr<float>(y);
      for (int x = 0; x + kRowPx <= size.width; ++x)
        if (high[x] - low[x] >= kLeastContrast && low[x] <= kDarkest * high[x])
          tryRow(scanned.ptr<float>(y) + x, first + along * x + across * y, along * kStride);
    }
  }

  void tryRow(const float* at, cv::Point2d start, cv::Point2d step) {
    DotLevels levels{};
    float low = 1e9F, high = -1e9F;
    for (int dot = 0; dot < kCodeDots; ++dot) {
      const float level = at[dot * kStride];
      low = std::min(low, level), high = std::max(high, level);
      levels[static_cast<std::size_t>(dot)] = static_cast<double>(level);
    }
    if (high - low < kLeastContrast || low > kDarkest * high) return;
    tryWord(levels, start, step);
    std::reverse(levels.begin(), levels.end());
    tryWord(levels, start + step * (kCodeDots - 1), -step);
  }

  void tryWord(const DotLevels& levels, cv::Point2d start, cv::Point2d step) {
    const auto match = faces_.nearest(spelledBy(levels));
    if (!match || match->wrongDots > kMostWrongDots) return;
    const double correlation = wordCorrelation(levels, *faces_.wordOf(match->face));
    if (correlation >= kPromising) proposed_.push_back({start, step, match->face, correlation});
  }

  std::vector<ProposedRow> distinct() {
    std::stable_sort(proposed_.begin(), proposed_.end(),
                     [](const auto& a, const auto& b) { return a.correlation > b.correlation; });
    const auto middle = [](const ProposedRow& row) { return row.start + row.along * (kCodeDots / 2); };
    std::vector<ProposedRow> kept;
    for (const ProposedRow& row : proposed_) {
      const auto isSame = [&](const ProposedRow& other) {
        return other.face == row.face && cv::norm(middle(other) - middle(row)) < kSame * scale_;
      };
      if (std::none_of(kept.begin(), kept.end(), isSame)) kept.push_back(row);
    }
    return kept;
  }

  const cv::Mat& smooth_;
  double scale_;
  const CodedFaces& faces_;
  double pixelMm_ = 1;
  std::vector<ProposedRow> proposed_;
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
