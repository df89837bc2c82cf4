#include "vision/read/coded/drawn_cards.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "vision/fuse/median.h"
#include "vision/read/correlation.h"

namespace octo::vision {
namespace {

/// Natural logarithms by which a block's colour may be off its drawing's: in hue, and in strength for shadow, gloss,
/// and a place that is known to a millimetre.
constexpr float kOtherHue = 0.22F, kOtherStrength = 0.6F;
/// Where drawing and picture both have this contrast (grey levels), they must go together at least so well.
constexpr double kContrast = 22, kLeastBlockCorrelation = 0.15;
/// The light is measured in every so many blocks, and in every so many more for each further so many cards: it is the
/// same for all. Not a divisor of what stands in rows and columns.
constexpr int kEvery = 7, kCardsMore = 12;
/// Of a block, so much must lie on the card.
constexpr int kMargin = 2;

float logOf(float value) { return std::log(std::max(value, 6.0F)); }

double deviation(const cv::Mat& grey) {
  cv::Scalar mean, spread;
  cv::meanStdDev(grey, mean, spread);
  return spread[0];
}

}  // namespace

const cv::Mat& DrawnCards::artOf(const Face& face) {
  cv::Mat& art = arts_[face];
  if (art.empty()) {
    cv::cvtColor(drawFace(edition_, face, 4.0), art, cv::COLOR_BGRA2BGR);
    cv::resize(art, art, {}, 0.25, 0.25, cv::INTER_AREA);
    cv::GaussianBlur(art, art, {}, 0.8);
  }
  return art;
}

/// What the card would show there; false where it does not reach.
bool DrawnCards::expected(const Laid& card, TablePoint middle, Expected& result) const {
  const ImagePoint at = project(card.cardFromDown, middle.x, -middle.y);
  const cv::Mat& art = *card.art;
  if (at.x < kMargin || at.y < kMargin || at.x > art.cols - kMargin || at.y > art.rows - kMargin) return false;
  const cv::Matx33d blockFromDown(1, 0, -middle.x + kChangeBlock / 2.0 - 0.5, 0, 1, middle.y + kChangeBlock / 2.0 - 0.5,
                                  0, 0, 1);
  const cv::Matx33d artFromBlock =
      cv::Matx33d(1, 0, -0.5, 0, 1, -0.5, 0, 0, 1) * card.cardFromDown * blockFromDown.inv();
  cv::Mat shown;
  cv::warpPerspective(art, shown, artFromBlock, {kChangeBlock, kChangeBlock}, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                      cv::BORDER_REPLICATE);
  const cv::Scalar mean = cv::mean(shown);
  result.colour = {static_cast<float>(mean[0]), static_cast<float>(mean[1]), static_cast<float>(mean[2])};
  cv::cvtColor(shown, result.grey, cv::COLOR_BGR2GRAY);
  return true;
}

void DrawnCards::lay(const std::vector<FoundRow>& rows, const SeenTable& table) {
  laid_.clear();
  for (const FoundRow& row : rows) laid_.push_back({&artOf(row.face), row.imageFromCard.inv()});
  std::vector<float> changed[3], unchanged[3];
  Expected drawn;
  const int every = kEvery * (1 + static_cast<int>(laid_.size()) / kCardsMore);
  for (int number = 0; number < table.blocks(); number += every) {
    const SeenTable::Block block = table.block(number);
    for (const Laid& card : laid_)
      if (expected(card, block.middle, drawn))
        for (int i = 0; i < 3; ++i)
          (block.changed ? changed : unchanged)[i].push_back(logOf(block.colour[i]) - logOf(drawn.colour[i]));
  }
  constexpr std::size_t kEnough = 12;
  for (int i = 0; i < 3; ++i) {
    auto& sample = unchanged[i].size() >= kEnough ? unchanged[i] : changed[i];
    light_[i] = sample.empty() ? 0.0F : median(sample);
  }
}

bool DrawnCards::explain(const SeenTable::Block& block) const {
  Expected drawn;
  for (const Laid& card : laid_) {
    if (!expected(card, block.middle, drawn)) continue;
    cv::Vec3f ratio;
    for (int i = 0; i < 3; ++i) ratio[i] = logOf(block.colour[i]) - logOf(drawn.colour[i]) - light_[i];
    const float strength = (ratio[0] + ratio[1] + ratio[2]) / 3;
    const bool sameHue = std::abs(ratio[0] - strength) < kOtherHue && std::abs(ratio[1] - strength) < kOtherHue &&
                         std::abs(ratio[2] - strength) < kOtherHue;
    if (!sameHue || std::abs(strength) > kOtherStrength) continue;
    if (deviation(drawn.grey) < kContrast || deviation(block.grey) < kContrast) return true;
    if (correlationOf(block.grey, drawn.grey) > kLeastBlockCorrelation) return true;
  }
  return false;
}

}  // namespace octo::vision
