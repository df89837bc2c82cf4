#include "ui/preview.h"

#include <chrono>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "vision/capture/source.h"

namespace octo::ui {
namespace {

/// Seconds between two pictures: enough to see whether the table is in view.
constexpr double kPause = 0.15;
/// Of the longer side, pixels.
constexpr int kSize = 640;
/// Seconds for which a source that was typed must stay as it is before it is opened.
constexpr double kHesitation = 0.3;

std::shared_ptr<const cv::Mat> small(const cv::Mat& picture) {
  const double scale = std::min(1.0, static_cast<double>(kSize) / std::max(picture.cols, picture.rows));
  auto shrunk = std::make_shared<cv::Mat>();
  cv::resize(picture, *shrunk, {}, scale, scale, cv::INTER_AREA);
  return shrunk;
}

}  // namespace

Preview::Preview(std::function<void()> wake) : wake_(std::move(wake)), thread_([this] { run(); }) {}

Preview::~Preview() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void Preview::show(const std::string& source) {
  {
    const std::scoped_lock lock(mutex_);
    if (wanted_ == source) return;
    wanted_ = source;
  }
  changed_.notify_all();
}

void Preview::release() {
  std::unique_lock lock(mutex_);
  wanted_.clear();
  changed_.notify_all();
  changed_.wait(lock, [this] { return stopping_ || open_.empty(); });
}

void Preview::run() {
  for (;;) {
    std::string source;
    {
      std::unique_lock lock(mutex_);
      open_.clear();
      changed_.notify_all();
      changed_.wait(lock, [this] { return stopping_ || !wanted_.empty(); });
      if (stopping_) return;
      source = wanted_;
    }
    rest(source, kHesitation);
    {
      const std::scoped_lock lock(mutex_);
      if (stopping_ || wanted_ != source) continue;
      open_ = source;
    }
    look(source);
    // The source is closed: others may have it, and it stays as it was shown until another one is wanted.
    std::unique_lock lock(mutex_);
    open_.clear();
    changed_.notify_all();
    changed_.wait(lock, [&] { return stopping_ || wanted_ != source; });
  }
}

void Preview::look(const std::string& source) {
  try {
    const auto opened = vision::openSource(source);
    vision::Frame frame;
    while (wanted(source)) {
      if (!opened->next(frame)) return;
      publish({source, small(frame.bgr), {}});
      if (!opened->live()) return;
      rest(source, kPause);
    }
  } catch (const std::exception& error) {
    publish({source, nullptr, error.what()});
  }
}

bool Preview::wanted(const std::string& source) {
  const std::scoped_lock lock(mutex_);
  return !stopping_ && wanted_ == source;
}

void Preview::rest(const std::string& source, double seconds) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return stopping_ || wanted_ != source; });
}

void Preview::publish(PreviewSnapshot snapshot) {
  pictures.put(std::make_shared<const PreviewSnapshot>(std::move(snapshot)));
  wake_();
}

}  // namespace octo::ui
