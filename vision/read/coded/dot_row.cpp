#include "vision/read/coded/dot_row.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <stdexcept>

#include "vision/edition/face_code.h"
#include "vision/locate/quad.h"
#include "vision/read/correlation.h"

namespace octo::vision {
namespace {

/// Grey levels between dots and ground under which there are none: above noise, below a faded print in dusk.
constexpr double kLeastRowContrast = 14.0;
/// A dot is sampled at its middle and this far from it, as a share of its size: away from its edge when
/// blurred.
constexpr double kSpread = 0.22;

/// Millimetres of a card that steps of 18 and 22 mm leave of it, less what it may lie askew; how they are compared.
constexpr double kStripRunsDown = 15, kStripRunsAcross = 18, kStripScale = 1.5, kNearBlurMm = 0.6, kFarBlurMm = 1.3;
/// So many of its lines at least are in the light, or in the shadow; by how much darker that is at most.
constexpr std::size_t kLeastLines = 3;
constexpr double kDarkestShadow = 3.0;

/// Pictures' points have (0, 0) at the outer corner of a pixel, grey values lie in its middle.
double greyIn(const cv::Mat& gray, ImagePoint p) { return greyAt(gray, {p.x - 0.5, p.y - 0.5}); }

bool isInside(const cv::Mat& gray, ImagePoint p) { return p.x >= 0 && p.y >= 0 && p.x < gray.cols && p.y < gray.rows; }

/// A shadow or a lamp's gradient along the row: the straight line through the brightest and darkest of both
/// halves.
void flatten(DotLevels& levels) {
  const auto middleOf = [&](int from, int to) {
    const auto [low, high] = std::minmax_element(levels.begin() + from, levels.begin() + to);
    return (*low + *high) / 2;
  };
  constexpr int kHalf = kCodeDots / 2;
  const double slope = (middleOf(kCodeDots - kHalf, kCodeDots) - middleOf(0, kHalf)) / (kCodeDots - kHalf);
  for (int dot = 0; dot < kCodeDots; ++dot) levels[static_cast<std::size_t>(dot)] -= slope * (dot - kHalf);
}

ReadRow judged(const DotLevels& levels, bool light) {
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

DrawnWord::DrawnWord(std::uint16_t word) {
  const auto lit = [&](int dot) { return dot >= 0 && dot < kCodeDots && codeDot(word, dot) ? 1.0 : 0.0; };
  for (std::size_t far = 0; far < drawn_.size(); ++far) {
    const double leak = far == 0 ? 0 : kDotLeak;
    DotLevels& drawn = drawn_[far];
    double sum = 0, squares = 0;
    for (int dot = 0; dot < kCodeDots; ++dot)
      sum += drawn[static_cast<std::size_t>(dot)] = lit(dot) + leak * (lit(dot - 1) + lit(dot + 1));
    for (double& level : drawn) level -= sum / kCodeDots, squares += level * level;
    for (double& level : drawn) level /= std::sqrt(std::max(1e-9, squares));
  }
}

double DrawnWord::correlationWith(const DotLevels& levels) const {
  double sum = 0, squares = 0, near = 0, far = 0;
  for (std::size_t dot = 0; dot < levels.size(); ++dot) {
    const double level = levels[dot];
    sum += level, squares += level * level;
    near += level * drawn_[0][dot], far += level * drawn_[1][dot];
  }
  return std::max(near, far) / std::sqrt(std::max(1e-9, squares - sum * sum / kCodeDots));
}

CodedFaces::CodedFaces(const Edition& edition) {
  const auto frame = edition.frame();
  const auto row = edition.codeRow();
  if (!frame || !row) throw std::out_of_range("the edition's cards have no rows of dots");
  frame_ = *frame;
  row_ = *row;
  for (const FaceArt& art : edition.faces()) {
    const auto word = edition.code(art.face);
    if (!word) continue;
    words_.push_back({*word, art.face, DrawnWord(*word)});
    width_ = art.widthMm;
    height_ = art.heightMm;
  }
  tellNearest();
  drawStrips(edition);
}

std::array<cv::Point2d, 2> CodedFaces::frameCorners() const {
  const double m = frame_.marginMm;
  if (runsDown()) return {cv::Point2d(m, height_ - m), {m, m}};
  return {cv::Point2d(m, m), {width_ - m, m}};
}

std::optional<CodedFaces::Match> CodedFaces::nearest(std::uint16_t word, int mostWrong) const {
  const Nearest& found = nearest_.at(word);
  if (found.number < 0 || found.wrongDots > mostWrong) return std::nullopt;
  return Match{&words_[static_cast<std::size_t>(found.number)], found.wrongDots};
}

void CodedFaces::tellNearest() {
  nearest_.assign(1u << kCodeDots, {-1, kCodeDots + 1});
  for (unsigned word = 0; word < nearest_.size(); ++word) {
    Nearest& found = nearest_[word];
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const auto differs = static_cast<std::int8_t>(std::popcount(words_[i].word ^ word));
      if (differs > found.wrongDots) continue;
      found.number = differs == found.wrongDots ? std::int8_t{-1} : static_cast<std::int8_t>(i);
      found.wrongDots = differs;
    }
  }
}

void CodedFaces::drawStrips(const Edition& edition) {
  constexpr double kSharp = 6.0;
  for (const Word& each : words_) {
    cv::Mat card;
    cv::cvtColor(drawFace(edition, each.face, kSharp), card, cv::COLOR_BGRA2GRAY);
    const auto wide = static_cast<int>((runsDown() ? kStripRunsDown : kStripRunsAcross) * kSharp);
    const cv::Rect part = runsDown() ? cv::Rect(0, 0, wide, card.rows) : cv::Rect(0, 0, card.cols, wide);
    const auto blurred = [&](double mm) {
      cv::Mat grey;
      cv::GaussianBlur(card(part), grey, {}, mm * kSharp);
      cv::resize(grey, grey, {}, kStripScale / kSharp, kStripScale / kSharp, cv::INTER_AREA);
      grey.convertTo(grey, CV_32F);
      return grey;
    };
    strips_[each.face] = {blurred(kNearBlurMm), blurred(kFarBlurMm), kStripScale};
    cv::Mat& whole = wholes_[each.face];
    cv::resize(card, whole, {}, 1 / kSharp, 1 / kSharp, cv::INTER_AREA);
    whole.convertTo(whole, CV_32F);
  }
}

namespace {

/// A card's strip as the picture shows it, in the measure of its drawing, 32-bit.
cv::Mat seenStrip(const cv::Mat& grey, const CodedFaces::Strip& strip, const cv::Matx33d& imageFromCard) {
  const double mm = 1 / strip.scale;
  const cv::Matx33d cardFromStrip(mm, 0, 0.5 * mm, 0, mm, 0.5 * mm, 0, 0, 1), centres(1, 0, -0.5, 0, 1, -0.5, 0, 0, 1);
  cv::Mat seen;
  cv::warpPerspective(grey, seen, centres * imageFromCard * cardFromStrip, strip.near.size(),
                      cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  seen.convertTo(seen, CV_32F);
  return seen;
}

/// What some lines of a picture and of its drawing add up to.
struct LineSums {
  double count = 0, seen = 0, drawn = 0, both = 0, seenSquared = 0, drawnSquared = 0;

  void add(float seenLevel, float drawnLevel) {
    const double s = seenLevel, d = drawnLevel;
    ++count, seen += s, drawn += d, both += s * d, seenSquared += s * s, drawnSquared += d * d;
  }
  /// With others, as the picture of those would be if it were so many times as bright.
  LineSums with(const LineSums& other, double times) const {
    return {count + other.count,
            seen + other.seen * times,
            drawn + other.drawn,
            both + other.both * times,
            seenSquared + other.seenSquared * times * times,
            drawnSquared + other.drawnSquared};
  }
  double light() const { return std::max(seen, 1.0) / std::max(drawn, 1.0); }
  double correlation() const {
    const double spread = (seenSquared - seen * seen / count) * (drawnSquared - drawn * drawn / count);
    return spread > 1e-6 ? (both - seen * drawn / count) / std::sqrt(spread) : 0;
  }
};

/// Line by line along the row.
std::vector<LineSums> lineSums(const cv::Mat& seen, const cv::Mat& drawn, bool runsDown) {
  std::vector<LineSums> lines(static_cast<std::size_t>(runsDown ? seen.cols : seen.rows));
  for (int y = 0; y < seen.rows; ++y) {
    const float *one = seen.ptr<float>(y), *other = drawn.ptr<float>(y);
    for (int x = 0; x < seen.cols; ++x) lines[static_cast<std::size_t>(runsDown ? x : y)].add(one[x], other[x]);
  }
  return lines;
}

/// The best correlation of both where what lies in the dark beyond a line along the row is lit as what is before it:
/// whatever covers a card casts its shadow from its own edge on.
double correlationInShadow(const cv::Mat& seen, const cv::Mat& drawn, bool runsDown) {
  const std::vector<LineSums> lines = lineSums(seen, drawn, runsDown);
  std::vector<LineSums> before(1), after(1);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    before.push_back(before.back().with(lines[i], 1));
    after.push_back(after.back().with(lines[lines.size() - 1 - i], 1));
  }
  double best = before.back().correlation();
  for (std::size_t i = kLeastLines; i + kLeastLines <= lines.size(); ++i) {
    const LineSums &one = before[i], &other = after[lines.size() - i];
    const double ratio = one.light() / other.light();
    if (ratio > 1 && ratio < kDarkestShadow) best = std::max(best, one.with(other, ratio).correlation());
  }
  return best;
}

}  // namespace

double stripLikeness(const cv::Mat& grey, const CodedFaces& faces, const Face& face, const cv::Matx33d& imageFromCard) {
  const CodedFaces::Strip& strip = faces.stripOf(face);
  const cv::Mat seen = seenStrip(grey, strip, imageFromCard);
  return std::max(correlationOf(seen, strip.near), correlationOf(seen, strip.far));
}

double stripLikenessInShadow(const cv::Mat& grey, const CodedFaces& faces, const Face& face,
                             const cv::Matx33d& imageFromCard) {
  const CodedFaces::Strip& strip = faces.stripOf(face);
  const cv::Mat seen = seenStrip(grey, strip, imageFromCard);
  return std::max(correlationInShadow(seen, strip.near, faces.runsDown()),
                  correlationInShadow(seen, strip.far, faces.runsDown()));
}

std::optional<ReadRow> readRow(const cv::Mat& gray, const CodeRow& row,
                               const std::function<ImagePoint(double x, double y)>& imageFromCard) {
  DotLevels levels{};
  for (int dot = 0; dot < kCodeDots; ++dot) {
    const double x = row.firstX + dot * row.stepX, y = row.firstY + dot * row.stepY;
    double sum = 0;
    for (const auto& [dx, dy] :
         {std::pair(0.0, 0.0), {kSpread, 0.0}, {-kSpread, 0.0}, {0.0, kSpread}, {0.0, -kSpread}}) {
      const ImagePoint p = imageFromCard(x + dx * row.dotWidth, y + dy * row.dotHeight);
      if (!isInside(gray, p)) return std::nullopt;
      sum += greyIn(gray, p);
    }
    levels[static_cast<std::size_t>(dot)] = sum / 5;
  }
  const ReadRow plain = judged(levels, row.light);
  if (plain.contrast < kLeastRowContrast) return std::nullopt;
  flatten(levels);
  const ReadRow flat = judged(levels, row.light);
  return flat.margin > plain.margin ? flat : plain;
}

}  // namespace octo::vision
