#include "vision/settle/change_map.h"

#include <algorithm>
#include <cmath>

namespace octo::vision {
namespace {

/// What remains of a block when nothing moved: at least (grey levels)², as coding and dithering leave it; times the
/// measured noise, for 64 pixels scatter by a fifth and there are 2000 blocks; and a share of the block's own contrast,
/// as sharpening, key frames and a trembling stand leave it.
constexpr float kFloor = 30.0F;
constexpr float kNoiseFactor = 4.0F;
constexpr float kTextureShare = 0.2F;

}  // namespace

void ChangeMap::compare(const cv::Mat& before, const cv::Mat& now, const std::vector<std::uint8_t>& mask) {
  columns_ = now.cols / kChangeBlock;
  rows_ = now.rows / kChangeBlock;
  const auto blocks = static_cast<std::size_t>(columns_ * rows_);
  residual_.resize(blocks);
  texture_.resize(blocks);
  changed_.assign(blocks, 0);
  measure(before, now);
  judge(mask);
}

void ChangeMap::measure(const cv::Mat& before, const cv::Mat& now) {
  constexpr float kPixels = kChangeBlock * kChangeBlock;
  std::size_t block = 0;
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column, ++block) {
      const BlockSums sums = sumsOf(before, now, column * kChangeBlock, row * kChangeBlock);
      const float meanA = static_cast<float>(sums.a) / kPixels, meanB = static_cast<float>(sums.b) / kPixels;
      const float varA = static_cast<float>(sums.aa) / kPixels - meanA * meanA;
      const float varB = static_cast<float>(sums.bb) / kPixels - meanB * meanB;
      const float cov = static_cast<float>(sums.ab) / kPixels - meanA * meanB;
      // A negative of the former picture is no change of light.
      const float explained = cov > 0 && varA > 0 && varB > 0 ? cov * cov / (varA * varB) : 0.0F;
      texture_[block] = std::max(varA, varB);
      residual_[block] = (1.0F - std::min(1.0F, explained)) * texture_[block];
    }
}

void ChangeMap::judge(const std::vector<std::uint8_t>& mask) {
  count_ = 0;
  noise_ = 0;
  if (residual_.empty()) return;
  sorted_ = residual_;
  const auto middle = sorted_.begin() + static_cast<std::ptrdiff_t>(sorted_.size() / 2);
  std::nth_element(sorted_.begin(), middle, sorted_.end());
  const float noise = *middle;
  noise_ = std::sqrt(noise);
  for (std::size_t block = 0; block < residual_.size(); ++block) {
    if (!mask.empty() && mask[block] == 0) continue;
    if (residual_[block] <= kFloor + kNoiseFactor * noise + kTextureShare * texture_[block]) continue;
    changed_[block] = 1;
    ++count_;
  }
}

}  // namespace octo::vision
