#pragma once

#include <cstdint>
#include <opencv2/core.hpp>
#include <vector>

#include "vision/capture/source.h"
#include "vision/settle/change_map.h"

namespace octo::vision {

enum class Rest { Moving, Settling, AtRest };

struct RestStep {
  Rest rest = Rest::Moving;
  /// This frame is the first at rest since something moved.
  bool justRested = false;
  /// When what is seen now stood still first.
  double since = 0;
  std::int64_t sinceFrame = 0;
};

/// Is the table at rest? Each frame is compared with the one in which the stillness began, so that slow movement adds
/// up and is seen as well as fast. A photograph shows a table at rest by itself, each another. One thread uses it.
class Settler {
 public:
  /// Stillness after which the table is at rest, seconds: a hand that lays a shield pauses for less, and a reading may
  /// take a quarter of a second from the moment of rest.
  static constexpr double kRestTime = 0.18;

  RestStep step(const Frame& frame);
  /// Looks only at these blocks from now on (ChangeMap's mask).
  void watch(std::vector<std::uint8_t> mask) { mask_ = std::move(mask); }
  const std::vector<std::uint8_t>& watched() const { return mask_; }
  /// Starts again, as with a new camera.
  void reset();

  /// The thinned-out frame of the last step, and every how many pixels it was taken.
  const cv::Mat& small() const { return now_; }
  int stride() const { return stride_; }

 private:
  bool movedSinceAnchor();
  void dropAnchor(const Frame& frame);

  std::vector<std::uint8_t> mask_;
  ChangeMap changes_;
  cv::Mat now_;
  cv::Mat anchor_;
  int stride_ = 1;
  double anchorTime_ = 0;
  std::int64_t anchorFrame_ = 0;
  bool resting_ = false;
};

}  // namespace octo::vision
