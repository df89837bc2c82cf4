#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/settle/block_sums.h"

namespace octo::vision {

/// Where two thinned-out pictures of one camera differ in what they show. Each block is compared after fitting a gain
/// and an offset, so that lamps that flicker or are switched, daylight and exposure change nothing; noise is measured
/// from the pictures themselves. Keeps its buffers between calls.
class ChangeMap {
 public:
  /// Both 8-bit grey and of one size. `mask` has one entry a block, row by row, non-zero where to look; empty: all.
  void compare(const cv::Mat& before, const cv::Mat& now, const std::vector<std::uint8_t>& mask = {});

  int columns() const { return columns_; }
  int rows() const { return rows_; }
  bool changed(int column, int row) const { return changed_[static_cast<std::size_t>(row * columns_ + column)] != 0; }
  /// Blocks that changed.
  int count() const { return count_; }
  /// Standard deviation of the noise between the two, grey levels.
  double noise() const { return noise_; }

 private:
  void measure(const cv::Mat& before, const cv::Mat& now);
  void judge(const std::vector<std::uint8_t>& mask);

  int columns_ = 0;
  int rows_ = 0;
  int count_ = 0;
  double noise_ = 0;
  std::vector<float> residual_;  // variance that gain and offset do not explain, of each block
  std::vector<float> texture_;   // the greater variance of the two, of each block
  std::vector<float> sorted_;
  std::vector<std::uint8_t> changed_;
};

}  // namespace octo::vision
