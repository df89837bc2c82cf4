#include "ui/preview.h"

#include <chrono>
#include <opencv2/imgproc.hpp>
#include <thread>
#include <utility>

#include "ui/source_claim.h"
#include "ui/trouble.h"

namespace octo::ui {
namespace {

/// Seconds between two pictures: enough to see whether the table is in view.
constexpr double kPause = 0.15;
/// Whose table it is is looked for that often: it takes longer than a picture.
constexpr std::chrono::seconds kSearchEvery{1};
/// Of the longer side, pixels.
constexpr int kSize = 640;
/// Seconds after which a camera or stream that shows nothing is tried again.
constexpr double kTryAgain = 2;
/// Seconds for which a source that was typed must stay as it is before it is opened.
constexpr double kHesitation = 0.3;

std::shared_ptr<const cv::Mat> small(const cv::Mat& picture) {
  const double scale = std::min(1.0, static_cast<double>(kSize) / std::max(picture.cols, picture.rows));
  auto shrunk = std::make_shared<cv::Mat>();
  cv::resize(picture, *shrunk, {}, scale, scale, cv::INTER_AREA);
  return shrunk;
}

}  // namespace

Preview::Preview(std::function<void()> wake, PictureFeed::Open open) : shared_(std::make_shared<Shared>()) {
  shared_->wake = std::move(wake);
  shared_->open = std::move(open);
}

Preview::~Preview() {
  show({});
  const std::scoped_lock lock(shared_->mutex);
  shared_->wake = nullptr;
}

void Preview::show(const std::string& source) {
  {
    const std::scoped_lock lock(shared_->mutex);
    if ((look_ ? look_->source : "") == source) return;
    if (look_) look_->over = true;
  }
  shared_->changed.notify_all();
  look_.reset();
  if (source.empty()) return;
  look_ = std::make_shared<Look>(Look{source});
  std::thread([shared = shared_, look = look_] { Preview::look(*shared, *look); }).detach();
}

void Preview::look(Shared& shared, const Look& look) {
  if (!rest(shared, look, kHesitation)) return;
  while (watch(shared, look) && rest(shared, look, kTryAgain)) {
  }
}

/// Until the look is over or there is nothing more to see; true where it is worth trying again.
bool Preview::watch(Shared& shared, const Look& look) {
  try {
    const SourceClaim claim(look.source);
    if (!rest(shared, look, 0)) return false;
    const auto opened = shared.open(look.source);
    vision::Frame frame;
    std::optional<vision::WhichTable> table;
    auto searched = std::chrono::steady_clock::time_point();
    while (rest(shared, look, 0)) {
      if (!opened->next(frame)) return opened->live();
      if (const auto now = std::chrono::steady_clock::now(); now - searched >= kSearchEvery) {
        searched = now;
        if (auto found = vision::whichTable(frame.bgr)) table = std::move(found);
      }
      publish(shared, look, {look.source, small(frame.bgr), {}, table});
      if (!opened->live()) return false;
      rest(shared, look, kPause);
    }
    return false;
  } catch (const vision::SourceError& error) {
    publish(shared, look, {look.source, nullptr, troubleOf(error)});
    return vision::mayPass(error.fault());
  } catch (const std::exception& error) {
    publish(shared, look, {look.source, nullptr, troubleOf(error)});
    return false;
  }
}

/// Waits; false where the look is over.
bool Preview::rest(Shared& shared, const Look& look, double seconds) {
  std::unique_lock lock(shared.mutex);
  return !shared.changed.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return look.over; });
}

void Preview::publish(Shared& shared, const Look& look, PreviewSnapshot snapshot) {
  const std::scoped_lock lock(shared.mutex);
  if (look.over) return;
  shared.pictures.put(std::make_shared<const PreviewSnapshot>(std::move(snapshot)));
  if (shared.wake) shared.wake();
}

}  // namespace octo::ui
