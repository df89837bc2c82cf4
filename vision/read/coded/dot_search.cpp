#include "vision/read/coded/dot_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <optional>

#include "vision/edition/face_code.h"

namespace octo::vision {
namespace {

/// Grey levels by which a dot stands out from what lies around it.
constexpr double kLeastPeak = 7.0;
constexpr std::size_t kMostPeaks = 4000;
/// Two dots of a row that say where it runs: so many steps apart, and mm by which they may be off.
constexpr int kLeastSteps = 3, kMostSteps = 14;
constexpr double kOffMm = 0.55;
/// What a row must show to be one: on eight rendered tables the rows that were there correlated by 0.98 to 1.00, those
/// that were not by 0.98 at most.
constexpr double kLeastContrast = 12.0, kLeastCorrelation = 0.988, kLeastLead = 0.3;
/// Printed dark is at most this part as bright as the paper beside it; grain, cloth and shadow are brighter.
constexpr double kDarkest = 0.72;
constexpr int kMostWrongDots = 2;
/// Dots are longer across the row than along it: this far to both sides of its middle, as a share of their length, the
/// row must read alike. What only happens to lie in a line does not.
constexpr double kAside = 0.27, kLeastAside = 0.93;

using Levels = std::array<double, kCodeDots>;

struct Peak {
  cv::Point2d at;
  double height;
};

std::vector<Peak> peaksOf(const cv::Mat& smooth, double scale) {
  cv::Mat around, stands, largest;
  cv::GaussianBlur(smooth, around, {}, 2.6 * scale);
  cv::subtract(smooth, around, stands);
  const int reach = 2 * static_cast<int>(std::lround(1.1 * scale)) + 1;
  cv::dilate(stands, largest, cv::getStructuringElement(cv::MORPH_ELLIPSE, {reach, reach}));
  std::vector<Peak> peaks;
  for (int y = 0; y < stands.rows; ++y) {
    const float* row = stands.ptr<float>(y);
    const float* most = largest.ptr<float>(y);
    for (int x = 0; x < stands.cols; ++x)
      if (row[x] >= kLeastPeak && row[x] >= most[x])
        peaks.push_back({{static_cast<double>(x), static_cast<double>(y)}, row[x]});
  }
  if (peaks.size() > kMostPeaks) {
    std::nth_element(peaks.begin(), peaks.begin() + kMostPeaks, peaks.end(),
                     [](const Peak& a, const Peak& b) { return a.height > b.height; });
    peaks.resize(kMostPeaks);
  }
  std::sort(peaks.begin(), peaks.end(), [](const Peak& a, const Peak& b) { return a.at.y < b.at.y; });
  return peaks;
}

float levelAt(const cv::Mat& smooth, cv::Point2d at) {
  const double x = std::clamp(at.x, 0.0, smooth.cols - 1.001), y = std::clamp(at.y, 0.0, smooth.rows - 1.001);
  const int left = static_cast<int>(x), top = static_cast<int>(y);
  const auto u = static_cast<float>(x - left), v = static_cast<float>(y - top);
  const float* upper = smooth.ptr<float>(top) + left;
  const float* lower = smooth.ptr<float>(top + 1) + left;
  return (1 - v) * ((1 - u) * upper[0] + u * upper[1]) + v * ((1 - u) * lower[0] + u * lower[1]);
}

class DotSearch {
 public:
  DotSearch(const cv::Mat& above, double scale, const CodedFaces& faces) : scale_(scale), faces_(faces) {
    above.convertTo(smooth_, CV_32F);
    cv::GaussianBlur(smooth_, smooth_, {}, 0.55 * scale);
    const CodeRow& row = faces.row();
    step_ = std::hypot(row.stepX, row.stepY) * scale;
  }

  std::vector<SpelledRow> rows() const {
    const auto peaks = peaksOf(smooth_, scale_);
    std::vector<SpelledRow> found;
    for (std::size_t i = 0; i < peaks.size(); ++i)
      for (std::size_t k = i + 1; k < peaks.size() && peaks[k].at.y - peaks[i].at.y < (kMostSteps + 0.5) * step_; ++k) {
        const cv::Point2d between = peaks[k].at - peaks[i].at;
        const double steps = cv::norm(between) / step_;
        const double whole = std::round(steps);
        if (whole < kLeastSteps || whole > kMostSteps || std::abs(steps - whole) * step_ > kOffMm * scale_) continue;
        const cv::Point2d along = between * (1 / whole);
        for (const int way : {1, -1})
          if (auto row = bestFrom(peaks[way > 0 ? i : k].at, along * way, static_cast<int>(whole)))
            found.push_back(std::move(*row));
      }
    return distinct(std::move(found));
  }

 private:
  /// The rows that have these two dots, read along the way from the first to the second.
  std::optional<SpelledRow> bestFrom(cv::Point2d dot, cv::Point2d along, int steps) const {
    std::optional<SpelledRow> best;
    for (int first = 0; first + steps < kCodeDots; ++first) {
      auto row = read(dot - along * first, along);
      if (row && (!best || row->correlation > best->correlation)) best = std::move(row);
    }
    return best;
  }

  std::optional<SpelledRow> read(cv::Point2d start, cv::Point2d along) const {
    Levels levels{};
    for (int dot = 0; dot < kCodeDots; ++dot)
      levels[static_cast<std::size_t>(dot)] = levelAt(smooth_, start + along * dot);
    const auto [low, high] = std::minmax_element(levels.begin(), levels.end());
    if (*high - *low < kLeastContrast) return std::nullopt;
    const double middle = (*low + *high) / 2;
    std::uint16_t word = 0;
    for (const double level : levels) word = static_cast<std::uint16_t>((word << 1) | (level > middle ? 1 : 0));
    const auto match = faces_.nearest(word);
    if (!match || match->wrongDots > kMostWrongDots) return std::nullopt;
    return judged(levels, start, along, *match);
  }

  std::optional<SpelledRow> judged(const Levels& levels, cv::Point2d start, cv::Point2d along,
                                   const CodedFaces::Match& match) const {
    double own = -1, other = -1;
    Face runnerUp = Face::unknown();
    for (const CodedFaces::Word& each : faces_.words()) {
      const double r = correlation(levels, each.word);
      if (each.face == match.face)
        own = r;
      else if (r > other)
        other = r, runnerUp = each.face;
    }
    if (own < kLeastCorrelation || own - other < kLeastLead) return std::nullopt;
    const cv::Matx33d map = mapFrom(start, along);
    if (!hasFrame(map, levels) || !isAsLongAsDots(start, along, *faces_.wordOf(match.face))) return std::nullopt;
    return SpelledRow{match.face, runnerUp, own, own - other, map};
  }

  bool isAsLongAsDots(cv::Point2d start, cv::Point2d along, std::uint16_t word) const {
    const CodeRow& row = faces_.row();
    const double length = faces_.runsDown() ? row.dotWidth : row.dotHeight;
    const cv::Point2d across = cv::Point2d(-along.y, along.x) * (kAside * length * scale_ / cv::norm(along));
    for (const cv::Point2d off : {across, -across}) {
      Levels levels{};
      for (int dot = 0; dot < kCodeDots; ++dot)
        levels[static_cast<std::size_t>(dot)] = levelAt(smooth_, start + along * dot + off);
      if (correlation(levels, word) < kLeastAside) return false;
    }
    return true;
  }

  static double correlation(const Levels& levels, std::uint16_t word) {
    double mean = 0, dots = 0;
    for (int i = 0; i < kCodeDots; ++i) mean += levels[static_cast<std::size_t>(i)], dots += codeDot(word, i) ? 1 : 0;
    mean /= kCodeDots, dots /= kCodeDots;
    double both = 0, a = 0, b = 0;
    for (int i = 0; i < kCodeDots; ++i) {
      const double u = levels[static_cast<std::size_t>(i)] - mean, v = (codeDot(word, i) ? 1 : 0) - dots;
      both += u * v, a += u * u, b += v * v;
    }
    return both / std::sqrt(std::max(1e-9, a * b));
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
  bool hasFrame(const cv::Matx33d& map, const Levels& levels) const {
    const double dark = *std::min_element(levels.begin(), levels.end());
    const double light = *std::max_element(levels.begin(), levels.end());
    const CodeRow& row = faces_.row();
    const double beyond = faces_.frame().marginMm * 0.45;
    int margin = 0;
    double paper = 0;
    constexpr int kLooks = 11;
    for (int i = 0; i < kLooks; ++i) {
      const double dot = (kCodeDots - 1) * (i + 0.5) / kLooks;
      const double x = faces_.runsDown() ? beyond : row.firstX + dot * row.stepX,
                   y = faces_.runsDown() ? row.firstY + dot * row.stepY : beyond;
      const cv::Vec3d p = map * cv::Vec3d(x, y, 1);
      const double level = levelAt(smooth_, {p[0] - 0.5, p[1] - 0.5});
      paper += level / kLooks;
      margin += level > dark + 0.35 * (light - dark) ? 1 : 0;
    }
    return margin >= kLooks - 2 && dark < kDarkest * paper;
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
    return kept;
  }

  cv::Point2d middleOf(const SpelledRow& row) const {
    const CodeRow& r = faces_.row();
    const cv::Vec3d p = row.imageFromCard * cv::Vec3d(r.firstX + 7 * r.stepX, r.firstY + 7 * r.stepY, 1);
    return {p[0], p[1]};
  }

  double scale_;
  const CodedFaces& faces_;
  cv::Mat smooth_;
  double step_ = 0;
};

}  // namespace

std::vector<SpelledRow> findSpelledRows(const cv::Mat& above, double scale, const CodedFaces& faces) {
  if (!faces.row().light) return {};
  return DotSearch(above, scale, faces).rows();
}

}  // namespace octo::vision
