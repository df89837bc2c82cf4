#include "vision/capture/video_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "vision/capture/picture.h"
#include "vision/capture/quiet.h"

namespace octo::vision {
namespace {

/// Containers tell the number of frames from duration and rate and may be off by a few; a file that was cut off lacks
/// more than this share of them.
constexpr double kMissingShare = 0.05;
constexpr double kMissingFrames = 3;

class VideoSource final : public Source {
 public:
  VideoSource(std::string name, cv::VideoCapture capture)
      : name_(std::move(name)),
        capture_(std::move(capture)),
        rate_(toldRate(capture_)),
        announced_(capture_.get(cv::CAP_PROP_FRAME_COUNT)) {
    checkPictureSize(name_, capture_.get(cv::CAP_PROP_FRAME_WIDTH), capture_.get(cv::CAP_PROP_FRAME_HEIGHT));
  }

  bool next(Frame& frame) override {
    if (!readInto(frame.bgr)) return end();
    checkPictureSize(name_, frame.bgr.cols, frame.bgr.rows);
    frame.index = read_;
    frame.time = static_cast<double>(read_) / rate_;
    ++read_;
    return true;
  }
  bool live() const override { return false; }
  double rate() const override { return rate_; }

 private:
  bool readInto(cv::Mat& bgr) {
    try {
      return capture_.read(bgr) && !bgr.empty();
    } catch (const cv::Exception&) {
      return false;
    }
  }

  bool end() const {
    if (read_ == 0) throw SourceError(SourceFault::NothingDecodes, {{"name", name_}});
    const double missing = announced_ - static_cast<double>(read_);
    if (std::isfinite(announced_) && missing > std::max(kMissingFrames, kMissingShare * announced_))
      throw SourceError(SourceFault::VideoCutOff,
                        {{"name", name_}, {"n", std::to_string(read_)}, {"all", fmt::format("{:.0f}", announced_)}});
    return false;
  }

  std::string name_;
  cv::VideoCapture capture_;
  double rate_;
  double announced_;
  std::int64_t read_ = 0;
};

}  // namespace

double toldRate(const cv::VideoCapture& capture) {
  const double rate = capture.get(cv::CAP_PROP_FPS);
  constexpr double kLeast = 0.1, kMost = 1000.0, kUsual = 30.0;
  return rate >= kLeast && rate <= kMost ? rate : kUsual;
}

std::unique_ptr<Source> makeVideoSource(const std::string& name, cv::VideoCapture capture) {
  return std::make_unique<VideoSource>(name, std::move(capture));
}

std::unique_ptr<Source> openVideoFile(const std::string& file) {
  quietLibraries();
  cv::VideoCapture capture;
  try {
    capture.open(file, cv::CAP_FFMPEG);
  } catch (const cv::Exception&) {
    // As if it had not opened: said below in the user's words.
  }
  if (!capture.isOpened()) throw SourceError(SourceFault::NotAVideo, {{"name", file}});
  return makeVideoSource(file, std::move(capture));
}

}  // namespace octo::vision
