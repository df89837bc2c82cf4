#include "vision/capture/live_source.h"

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <opencv2/videoio.hpp>
#include <thread>
#include <utility>

#include "vision/capture/cameras.h"
#include "vision/capture/picture.h"
#include "vision/capture/public_name.h"
#include "vision/capture/quiet.h"
#include "vision/capture/video_source.h"

namespace octo::vision {
namespace {

using Clock = std::chrono::steady_clock;

/// What the reading thread and the source share. The thread may hang in a driver for ever; then the source leaves it
/// behind, and the last of the two that lets go frees this.
struct Slot {
  std::mutex mutex;
  std::condition_variable changed;
  bool opened = false;
  bool stopped = false;                        // by either side
  bool finished = false;                       // the thread is done with the capture
  SourceFault failure = SourceFault::Stopped;  // why the thread stopped
  double rate = 30.0;
  bool endless = true;
  cv::VideoCapture handedOver;  // a capture that turned out to be a file
  cv::Mat newest;
  std::int64_t count = 0;  // pictures so far
  double time = 0;         // of the newest
};

using Opener = std::function<cv::VideoCapture()>;

void fail(Slot& slot, SourceFault why) {
  const std::lock_guard lock(slot.mutex);
  slot.failure = why;
  slot.stopped = true;
  slot.changed.notify_all();
}

/// Tells the source that the capture is open; false when it is a file, and handed over.
bool announce(Slot& slot, cv::VideoCapture& device) {
  const std::lock_guard lock(slot.mutex);
  slot.rate = toldRate(device);
  slot.endless = !(device.get(cv::CAP_PROP_FRAME_COUNT) > 0);
  if (!slot.endless) slot.handedOver = std::move(device);
  slot.opened = true;
  slot.changed.notify_all();
  return slot.endless;
}

bool publish(Slot& slot, cv::Mat& picture, double time) {
  const std::lock_guard lock(slot.mutex);
  if (slot.stopped) return false;
  cv::swap(slot.newest, picture);
  ++slot.count;
  slot.time = time;
  slot.changed.notify_all();
  return true;
}

void readOn(Slot& slot, cv::VideoCapture device) {
  const Clock::time_point start = Clock::now();
  cv::Mat picture;
  while (device.read(picture) && !picture.empty())
    if (!publish(slot, picture, std::chrono::duration<double>(Clock::now() - start).count())) return;
  fail(slot, SourceFault::Stopped);
}

void finish(Slot& slot) {
  const std::lock_guard lock(slot.mutex);
  slot.finished = true;
  slot.changed.notify_all();
}

void capture(Slot& slot, const Opener& open) {
  try {
    cv::VideoCapture device = open();
    if (!device.isOpened()) return fail(slot, SourceFault::CannotOpen);
    if (announce(slot, device)) readOn(slot, std::move(device));
  } catch (const cv::Exception&) {
    fail(slot, SourceFault::CannotRead);
  }
}

class LiveSource final : public Source {
 public:
  LiveSource(std::string name, std::string expected, std::shared_ptr<Slot> slot)
      : name_(std::move(name)), expected_(std::move(expected)), slot_(std::move(slot)) {}
  ~LiveSource() override {
    constexpr std::chrono::seconds kPatience{2};  // a working camera lets go within a frame
    std::unique_lock lock(slot_->mutex);
    slot_->stopped = true;
    slot_->changed.wait_for(lock, kPatience, [&] { return slot_->finished; });
  }

  bool next(Frame& frame) override {
    std::unique_lock lock(slot_->mutex);
    const auto news = [&] { return slot_->stopped || slot_->count > taken_; };
    if (!slot_->changed.wait_for(lock, std::chrono::duration<double>(kMostSilence), news))
      throw SourceError(SourceFault::Silent, {{"name", name_}, {"s", wholeSeconds(kMostSilence)}});
    if (slot_->count == taken_) throw SourceError(slot_->failure, {{"name", name_}, {"expected", expected_}});
    taken_ = slot_->count;
    cv::swap(frame.bgr, slot_->newest);
    frame.index = taken_ - 1;
    frame.time = slot_->time;
    checkPictureSize(name_, frame.bgr.cols, frame.bgr.rows);
    return true;
  }
  bool live() const override { return true; }
  double rate() const override { return slot_->rate; }

 private:
  std::string name_, expected_;
  std::shared_ptr<Slot> slot_;
  std::int64_t taken_ = 0;
};

std::unique_ptr<Source> openLive(const std::string& name, const std::string& expected, const Opener& open) {
  quietLibraries();
  const auto slot = std::make_shared<Slot>();
  std::thread([slot, open] {
    capture(*slot, open);
    finish(*slot);
  }).detach();
  std::unique_lock lock(slot->mutex);
  const bool answered = slot->changed.wait_for(lock, std::chrono::duration<double>(kMostSilence),
                                               [&] { return slot->opened || slot->stopped; });
  if (!answered) {
    slot->stopped = true;
    throw SourceError(SourceFault::NoAnswer,
                      {{"name", name}, {"s", wholeSeconds(kMostSilence)}, {"expected", expected}});
  }
  if (!slot->opened) throw SourceError(slot->failure, {{"name", name}, {"expected", expected}});
  if (!slot->endless) return makeVideoSource(name, std::move(slot->handedOver));
  return std::make_unique<LiveSource>(name, expected, slot);
}

cv::VideoCapture captureCamera(int index) {
  cv::VideoCapture capture(index, cv::CAP_V4L2);
  if (!capture.isOpened()) return capture;
  // Cameras send 1080p at 30 pictures a second only compressed.
  capture.set(cv::CAP_PROP_FOURCC, cv::VideoWriter::fourcc('M', 'J', 'P', 'G'));
  capture.set(cv::CAP_PROP_FRAME_WIDTH, 1920);
  capture.set(cv::CAP_PROP_FRAME_HEIGHT, 1080);
  return capture;
}

cv::VideoCapture captureStream(const std::string& address) {
  constexpr int kTimeoutMs = static_cast<int>(kMostSilence * 800);  // before our own patience ends
  return cv::VideoCapture(address, cv::CAP_FFMPEG,
                          {cv::CAP_PROP_OPEN_TIMEOUT_MSEC, kTimeoutMs, cv::CAP_PROP_READ_TIMEOUT_MSEC, kTimeoutMs});
}

}  // namespace

std::unique_ptr<Source> openCamera(int index) {
  const std::string name = cameraName(std::to_string(index));
  try {
    return openLive(name, "a camera that is connected and not in use", [index] { return captureCamera(index); });
  } catch (const SourceError& error) {
    if (error.fault() != SourceFault::CannotOpen) throw;
    const auto program = programUsing("/dev/video" + std::to_string(index));
    if (!program) throw;
    throw SourceError(SourceFault::InUse, {{"name", name}, {"program", *program}});
  }
}

std::unique_ptr<Source> openStream(const std::string& address) {
  return openLive(publicName(address), "a video stream", [address] { return captureStream(address); });
}

}  // namespace octo::vision
