#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/settle/change_map.h"

namespace octo::vision {

/// Which parts of the picture lie still while something moves in others: hands are over a table nearly always where six
/// play, and a card lies open until the next hand comes. Pictures are thinned-out and grey. One thread uses it.
class StillParts {
 public:
  /// The table as it was just read; with `time` in seconds, since when nothing moves.
  void read(const cv::Mat& small, double time);
  /// A picture in which something moves. What has not changed for `stillFor` seconds is still.
  void step(const cv::Mat& small, double time, double stillFor);
  /// Whether a part of that picture is still that looks otherwise than when it was read, among the blocks of `mask`
  /// (ChangeMap's). It may be read now, and is not told again.
  bool takeNews(const cv::Mat& small, const std::vector<std::uint8_t>& mask);
  /// Whether something moved within `stillFor` at this pixel of the last picture, or in a block beside it; beyond the
  /// picture nothing does.
  bool moves(double x, double y) const;
  void reset() { read_.release(); }

 private:
  cv::Mat read_;    // each block as it was last read
  cv::Mat anchor_;  // each block as its stillness began
  ChangeMap changes_;
  std::vector<double> since_;        // when that was
  std::vector<std::uint8_t> moves_;  // of the last picture
  std::vector<cv::Rect> news_;       // pixels of the blocks that are news in it
};

}  // namespace octo::vision
