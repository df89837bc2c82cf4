#include "ui/picture_feed.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <memory>
#include <thread>

#include "tests/patience.h"

using namespace octo;
using namespace std::chrono_literals;

namespace {

/// A camera that takes a moment for each picture, and says whether somebody reads it.
class SlowCamera final : public vision::Source {
 public:
  explicit SlowCamera(std::shared_ptr<std::atomic<bool>> isRead) : isRead_(std::move(isRead)) {}
  ~SlowCamera() override { *isRead_ = false; }

  bool next(vision::Frame& frame) override {
    *isRead_ = true;
    std::this_thread::sleep_for(50ms);
    frame.bgr = cv::Mat::zeros(8, 8, CV_8UC3);
    return true;
  }
  bool live() const override { return true; }
  double rate() const override { return 20; }

 private:
  std::shared_ptr<std::atomic<bool>> isRead_;
};

}  // namespace

TEST_CASE("once nobody wants pictures any more, who read them has come back from the camera") {
  const auto isRead = std::make_shared<std::atomic<bool>>(false);
  {
    const ui::PictureFeed feed(
        "a camera", [&](const std::string&) { return std::make_unique<SlowCamera>(isRead); }, [] {});
    const auto begun = std::chrono::steady_clock::now();
    while (!*isRead && std::chrono::steady_clock::now() - begun < test::patience() * 1s)
      std::this_thread::sleep_for(1ms);
    REQUIRE(*isRead);
  }
  CHECK_FALSE(*isRead);
}
