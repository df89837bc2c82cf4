#include "vision/read/coded/dot_row.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "vision/edition/face_code.h"
#include "vision/locate/quad.h"

namespace octo::vision {
namespace {

/// Grey levels between dots and ground under which there are none: above noise, below a faded print in dusk.
constexpr double kLeastContrast = 14.0;
/// A dot is sampled at its middle and this far from it, as a share of its size: away from its edge when
/// blurred.
constexpr double kSpread = 0.22;

using Levels = std::array<double, kCodeDots>;

/// Pictures' points have (0, 0) at the outer corner of a pixel, grey values lie in its middle.
double levelAt(const cv::Mat& gray, ImagePoint p) { return greyAt(gray, {p.x - 0.5, p.y - 0.5}); }

bool isInside(const cv::Mat& gray, ImagePoint p) { return p.x >= 0 && p.y >= 0 && p.x < gray.cols && p.y < gray.rows; }

/// A shadow or a lamp's gradient along the row: the straight line through the brightest and darkest of both
/// halves.
void flatten(Levels& levels) {
  const auto middleOf = [&](int from, int to) {
    const auto [low, high] = std::minmax_element(levels.begin() + from, levels.begin() + to);
    return (*low + *high) / 2;
  };
  constexpr int kHalf = kCodeDots / 2;
  const double slope = (middleOf(kCodeDots - kHalf, kCodeDots) - middleOf(0, kHalf)) / (kCodeDots - kHalf);
  for (int dot = 0; dot < kCodeDots; ++dot) levels[static_cast<std::size_t>(dot)] -= slope * (dot - kHalf);
}

ReadRow judged(const Levels& levels, bool light) {
  const auto [low, high] = std::minmax_element(levels.begin(), levels.end());
  const double middle = (*low + *high) / 2, half = std::max(1e-9, (*high - *low) / 2);
  ReadRow row{0, 1.0, *high - *low, 0};
  for (int dot = 0; dot < kCodeDots; ++dot) {
    const double above = (levels[static_cast<std::size_t>(dot)] - middle) / half;
    row.word = static_cast<std::uint16_t>((row.word << 1) | ((above > 0) == light ? 1 : 0));
    if (std::abs(above) < row.margin) {
      row.margin = std::abs(above);
      row.weakest = dot;
    }
  }
  return row;
}

}  // namespace

CodedFaces::CodedFaces(const Edition& edition) {
  const auto frame = edition.frame();
  const auto row = edition.codeRow();
  if (!frame || !row) throw std::out_of_range("the edition's cards have no rows of dots");
  frame_ = *frame;
  row_ = *row;
  for (const FaceArt& art : edition.faces()) {
    const auto word = edition.code(art.face);
    if (!word) continue;
    words_.push_back({*word, art.face});
    width_ = art.widthMm;
    height_ = art.heightMm;
  }
}

std::array<cv::Point2d, 2> CodedFaces::frameCorners() const {
  const double m = frame_.marginMm;
  if (runsDown()) return {cv::Point2d(m, height_ - m), {m, m}};
  return {cv::Point2d(m, m), {width_ - m, m}};
}

std::optional<std::uint16_t> CodedFaces::wordOf(const Face& face) const {
  const auto found = std::find_if(words_.begin(), words_.end(), [&](const Word& each) { return each.face == face; });
  return found == words_.end() ? std::nullopt : std::optional(found->word);
}

std::optional<CodedFaces::Match> CodedFaces::nearest(std::uint16_t word) const {
  const Word* best = nullptr;
  int least = kCodeDots + 1;
  bool tied = false;
  for (const Word& each : words_) {
    const int differs = std::popcount(static_cast<unsigned>(each.word ^ word));
    if (differs == least) tied = true;
    if (differs >= least) continue;
    best = &each;
    least = differs;
    tied = false;
  }
  if (!best || tied) return std::nullopt;
  return Match{best->face, least};
}

std::optional<ReadRow> readRow(const cv::Mat& gray, const CodeRow& row,
                               const std::function<ImagePoint(double x, double y)>& imageFromCard) {
  Levels levels{};
  for (int dot = 0; dot < kCodeDots; ++dot) {
    const double x = row.firstX + dot * row.stepX, y = row.firstY + dot * row.stepY;
    double sum = 0;
    for (const auto& [dx, dy] :
         {std::pair(0.0, 0.0), {kSpread, 0.0}, {-kSpread, 0.0}, {0.0, kSpread}, {0.0, -kSpread}}) {
      const ImagePoint p = imageFromCard(x + dx * row.dotWidth, y + dy * row.dotHeight);
      if (!isInside(gray, p)) return std::nullopt;
      sum += levelAt(gray, p);
    }
    levels[static_cast<std::size_t>(dot)] = sum / 5;
  }
  const ReadRow plain = judged(levels, row.light);
  if (plain.contrast < kLeastContrast) return std::nullopt;
  flatten(levels);
  const ReadRow flat = judged(levels, row.light);
  return flat.margin > plain.margin ? flat : plain;
}

}  // namespace octo::vision
