#pragma once

#include <cstdint>
#include <memory>
#include <opencv2/core.hpp>
#include <optional>
#include <string>

#include "vision/capture/source_error.h"

namespace octo::vision {

struct Frame {
  /// 8-bit BGR.
  cv::Mat bgr;
  /// From 0.
  std::int64_t index = 0;
  /// Seconds since the source began.
  double time = 0;
  /// A photograph taken when there was something to see, and no picture of a film: nothing is known of the moments
  /// before and after it.
  bool photograph = false;
};

/// Where pictures come from. One thread reads it.
class Source {
 public:
  virtual ~Source() = default;
  /// The next picture into `frame`, whose buffer is reused; false at the end of a file or folder. Throws SourceError
  /// when a camera or stream stops or a file is broken.
  virtual bool next(Frame& frame) = 0;
  /// A camera or stream: pictures that are not read in time are lost.
  virtual bool live() const = 0;
  /// Pictures a second, as the source says; 30 where it does not say.
  virtual double rate() const = 0;
};

/// Opens a camera index ("0") or device ("/dev/video0", also by a link below /dev), a video file, a folder of numbered
/// images or a stream URL. Throws SourceError.
std::unique_ptr<Source> openSource(const std::string& spec);

}  // namespace octo::vision
