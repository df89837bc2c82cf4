#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <thread>

#include "ui/picture_feed.h"
#include "vision/capture/source.h"

namespace octo::test {

/// What is wrong with a camera.
enum class Fault {
  None,
  Silent,   // sends nothing: whoever asks for a picture waits until the fault is over
  Hung,     // the same, and whoever is caught in it stays so when the fault is over
  Repeats,  // sends the same picture again and again until it is opened anew
  Fails,    // the picture that is asked for is an error
  Gone,     // cannot be opened either
  Taken,    // the same, as another program has it
  Small,    // sends pictures of half the size
  Slow,     // five pictures a second
};

/// A camera over a table that a test lays out, with faults that the test switches on and off while others read it.
/// Shared with its sources: those may be left behind by whoever read them. Frees everybody who hangs in it at the end
/// of the test.
class FaultyCamera {
 public:
  explicit FaultyCamera(const cv::Mat& table) : state_(std::make_shared<State>()) { state_->table = table; }
  ~FaultyCamera() {
    const std::scoped_lock lock(state_->mutex);
    state_->over = true;
    state_->changed.notify_all();
  }
  FaultyCamera(const FaultyCamera&) = delete;
  FaultyCamera& operator=(const FaultyCamera&) = delete;

  void is(Fault fault) {
    const std::scoped_lock lock(state_->mutex);
    state_->fault = fault;
    state_->changed.notify_all();
  }
  /// 8-bit BGR; what it sees from now on.
  void sees(const cv::Mat& table) {
    const std::scoped_lock lock(state_->mutex);
    state_->table = table;
  }
  /// Drawn tables have no noise: every picture of them is the same.
  void hasNoNoise() {
    const std::scoped_lock lock(state_->mutex);
    state_->noise = false;
  }
  int opened() const { return state_->opened; }

  ui::PictureFeed::Open opener() const {
    return [state = state_](const std::string&) -> std::unique_ptr<vision::Source> {
      const std::scoped_lock lock(state->mutex);
      if (state->fault == Fault::Gone)
        throw vision::SourceError(vision::SourceFault::NoSuchCamera, {{"name", "camera 7"}});
      if (state->fault == Fault::Taken)
        throw vision::SourceError(vision::SourceFault::InUse, {{"name", "camera 7"}, {"program", "cheese"}});
      ++state->opened;
      return std::make_unique<Opened>(state);
    };
  }

 private:
  struct State {
    std::mutex mutex;
    std::condition_variable changed;
    Fault fault = Fault::None;
    bool over = false, noise = true;
    cv::Mat table;
    std::atomic<int> opened = 0;
    std::uint64_t sent = 0;
  };

  class Opened final : public vision::Source {
   public:
    explicit Opened(std::shared_ptr<State> state) : state_(std::move(state)) {}

    bool next(vision::Frame& frame) override {
      std::this_thread::sleep_for(std::chrono::milliseconds(rest()));
      std::unique_lock lock(state_->mutex);
      State& state = *state_;
      if (state.fault == Fault::Silent)
        state.changed.wait(lock, [&] { return state.over || state.fault != Fault::Silent; });
      if (state.fault == Fault::Hung) state.changed.wait(lock, [&] { return state.over; });
      if (state.over) return false;
      if (state.fault == Fault::Fails || state.fault == Fault::Gone || state.fault == Fault::Taken)
        throw vision::SourceError(vision::SourceFault::Stopped, {{"name", "camera 7"}});
      if (state.fault == Fault::Repeats && frozen_.empty()) frozen_ = pictureOf(state);
      frame.bgr = frozen_.empty() ? pictureOf(state) : frozen_.clone();
      frame.index = count_++;
      frame.time = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count();
      return true;
    }
    bool live() const override { return true; }
    double rate() const override { return 30; }

   private:
    /// Milliseconds between two pictures.
    int rest() const {
      const std::scoped_lock lock(state_->mutex);
      return state_->fault == Fault::Slow ? 200 : 33;
    }
    static cv::Mat pictureOf(State& state) {
      cv::Mat picture;
      if (state.fault == Fault::Small)
        cv::resize(state.table, picture, {}, 0.5, 0.5, cv::INTER_AREA);
      else
        picture = state.table.clone();
      if (state.noise)  // enough to tell pictures apart
        *picture.ptr<std::uint64_t>(0) = ++state.sent;
      return picture;
    }

    std::shared_ptr<State> state_;
    std::int64_t count_ = 0;
    std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
    /// A driver that hands out the same buffer does so until it is closed.
    cv::Mat frozen_;
  };

  std::shared_ptr<State> state_;
};

}  // namespace octo::test
