#include "ui/previews.h"

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <opencv2/imgcodecs.hpp>
#include <thread>

#include "tests/db/store_samples.h"
#include "tests/patience.h"
#include "tests/ui/faulty_camera.h"
#include "tests/vision/table_picture.h"
#include "ui/source_claim.h"

using namespace octo;
using octo::test::FaultyCamera;
using octo::test::patience;
using octo::test::TemporaryFolder;
using namespace std::chrono_literals;

namespace {

std::shared_ptr<const ui::PreviewSnapshot> nextPreview(ui::Preview& preview) {
  const auto end = std::chrono::steady_clock::now() + 30s * patience();
  while (std::chrono::steady_clock::now() < end) {
    if (auto seen = preview.pictures().take()) return seen;
    std::this_thread::sleep_for(2ms);
  }
  return nullptr;
}

}  // namespace

TEST_CASE("a recording shows its first picture, small; what cannot be opened says why") {
  const TemporaryFolder folder;
  cv::imwrite((folder / "1.png").string(), cv::Mat(900, 1600, CV_8UC3, cv::Scalar(10, 20, 200)));
  ui::Preview preview([] {});
  preview.show(folder.path().string());
  const auto seen = nextPreview(preview);
  REQUIRE(seen);
  CHECK(seen->source == folder.path().string());
  REQUIRE(seen->picture);
  CHECK(seen->picture->size() == cv::Size(640, 360));
  CHECK(seen->picture->at<cv::Vec3b>(100, 100) == cv::Vec3b(10, 20, 200));
  preview.show("/no/such/film.mp4");
  const auto none = nextPreview(preview);
  REQUIRE(none);
  CHECK(none->source == "/no/such/film.mp4");
  CHECK_FALSE(none->picture);
  CHECK(none->trouble.key.find("no-such-source") != std::string::npos);
}

TEST_CASE("a source that is no longer shown is free, and nothing more comes of it") {
  const TemporaryFolder folder;
  cv::imwrite((folder / "1.png").string(), cv::Mat(90, 160, CV_8UC3));
  ui::Preview preview([] {});
  preview.show(folder.path().string());
  preview.show({});
  std::this_thread::sleep_for(500ms);
  CHECK_FALSE(preview.pictures().take());
  preview.show(folder.path().string());
  CHECK(nextPreview(preview));
}

namespace {

/// A driver that hangs when it is opened, until it is let go.
struct HangingDriver {
  std::mutex mutex;
  std::condition_variable changed;
  bool hangs = true;
  int entered = 0;

  std::unique_ptr<vision::Source> open() {
    std::unique_lock lock(mutex);
    ++entered;
    changed.notify_all();
    changed.wait(lock, [this] { return !hangs; });
    throw vision::SourceError(vision::SourceFault::Stopped, {{"name", "hung"}});
  }
};

}  // namespace

TEST_CASE("a camera that hangs while it is previewed keeps neither the window nor another source waiting") {
  const TemporaryFolder folder;
  cv::imwrite((folder / "1.png").string(), cv::Mat(90, 160, CV_8UC3));
  const auto driver = std::make_shared<HangingDriver>();
  const auto before = std::chrono::steady_clock::now();
  {
    ui::Preview preview([] {},
                        [driver](const std::string& source) {
                          return source == "hangs" ? driver->open() : vision::openSource(source);
                        });
    preview.show("hangs");
    {
      std::unique_lock lock(driver->mutex);
      REQUIRE(driver->changed.wait_for(lock, 10s * patience(), [&] { return driver->entered == 1; }));
    }
    preview.show(folder.path().string());
    const auto seen = nextPreview(preview);
    REQUIRE(seen);
    CHECK(seen->source == folder.path().string());
    preview.show("hangs");
  }
  CHECK(std::chrono::steady_clock::now() - before < 5s * patience());
  const std::scoped_lock lock(driver->mutex);
  driver->hangs = false;
  driver->changed.notify_all();
}

TEST_CASE("a preview tells whose board lies there") {
  const TemporaryFolder folder;
  const auto picture = vision::testing::photograph(vision::testing::drawTable({}), {.fill = 0.8});
  cv::imwrite((folder / "1.png").string(), picture.bgr);
  ui::Preview preview([] {});
  preview.show(folder.path().string());
  const auto seen = nextPreview(preview);
  REQUIRE(seen);
  REQUIRE(seen->table);
  CHECK(seen->table->game == GameId::Octagone);
}

TEST_CASE("one part of the program has a source at a time: another waits until it is let go of, but not for ever") {
  auto first = std::make_unique<ui::SourceClaim>("7");
  std::atomic<bool> free = false;
  {
    const auto begun = std::chrono::steady_clock::now();
    const ui::SourceClaim other("8"), impatient("7", 100ms);
    CHECK(std::chrono::steady_clock::now() - begun < 3s * patience());
  }
  std::thread letsGo([&] {
    std::this_thread::sleep_for(200ms);
    free = true;
    first.reset();
  });
  const ui::SourceClaim second("7");
  CHECK(free.load());
  letsGo.join();
}

TEST_CASE("several sources are looked at together, and only those that are wanted stay") {
  const TemporaryFolder one, other;
  cv::imwrite((one / "1.png").string(), cv::Mat(90, 160, CV_8UC3, cv::Scalar(10, 20, 200)));
  cv::imwrite((other / "1.png").string(), cv::Mat(90, 160, CV_8UC3, cv::Scalar(200, 20, 10)));
  const std::string here = one.path().string(), there = other.path().string();
  ui::Previews previews([] {});
  ui::Previewed seen;
  const auto waitFor = [&](std::size_t count) {
    const auto end = std::chrono::steady_clock::now() + 30s * patience();
    while (seen.size() != count && std::chrono::steady_clock::now() < end) {
      previews.take(seen);
      std::this_thread::sleep_for(2ms);
    }
    return seen.size() == count;
  };
  previews.show({here, there, ""});
  REQUIRE(waitFor(2));
  CHECK(seen.at(here)->picture->at<cv::Vec3b>(5, 5) == cv::Vec3b(10, 20, 200));
  CHECK(seen.at(there)->picture->at<cv::Vec3b>(5, 5) == cv::Vec3b(200, 20, 10));
  previews.show({there});
  CHECK(previews.take(seen));
  CHECK(seen.contains(there));
  CHECK_FALSE(seen.contains(here));
  CHECK_FALSE(previews.take(seen));
  previews.show({here, there});
  CHECK(waitFor(2));
}

TEST_CASE("a stream that cannot be opened yet is tried again until it shows something, a file that is none is not") {
  FaultyCamera camera(cv::Mat(90, 160, CV_8UC3, cv::Scalar(1, 2, 3)));
  std::atomic<int> tries = 0, files = 0;
  const auto open = [&](const std::string& source) -> std::unique_ptr<vision::Source> {
    if (source == "film.mp4") {
      ++files;
      throw vision::SourceError(vision::SourceFault::NotAVideo, {{"name", source}});
    }
    if (++tries < 3) throw vision::SourceError(vision::SourceFault::CannotOpen, {{"name", source}, {"expected", ""}});
    return camera.opener()(source);
  };
  ui::Previews previews([] {}, open);
  ui::Previewed seen;
  previews.show({"http://camera/table", "film.mp4"});
  const auto end = std::chrono::steady_clock::now() + 30s * patience();
  const auto shows = [&] { return seen.contains("http://camera/table") && seen.at("http://camera/table")->picture; };
  bool said = false;
  while (!shows() && std::chrono::steady_clock::now() < end) {
    previews.take(seen);
    said = said || (seen.contains("http://camera/table") && ui::any(seen.at("http://camera/table")->trouble));
    std::this_thread::sleep_for(2ms);
  }
  CHECK(said);
  CHECK(shows());
  CHECK(tries == 3);
  CHECK(files == 1);
}
