#include <catch2/catch.hpp>
#include <functional>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "vision/edition/edition.h"
#include "vision/settle/settler.h"

using namespace octo;
using namespace octo::vision;

namespace {

constexpr double kRate = 30.0;

/// Our board on a dark table, 1920 × 1080.
const cv::Mat& table() {
  static const cv::Mat picture = [] {
    cv::Mat scene(1080, 1920, CV_8UC3, cv::Scalar(60, 70, 80)), board;
    cv::cvtColor(drawFace(printEdition(GameId::Octagone), Face("board"), 2.5), board, cv::COLOR_BGRA2BGR);
    board.copyTo(scene(cv::Rect({400, 60}, board.size())));
    return scene;
  }();
  return picture;
}

/// Noise of one level, cut from a larger sheet at a place that differs from frame to frame.
cv::Mat withNoise(const cv::Mat& picture, double sigma, int frame) {
  static const cv::Mat sheet = [] {
    cv::Mat noise(1180, 2020, CV_16SC3);
    cv::RNG(7).fill(noise, cv::RNG::NORMAL, 0, 100);
    return noise;
  }();
  const cv::Point corner((frame * 37) % 100, (frame * 61) % 100);
  cv::Mat sum;
  cv::scaleAdd(sheet(cv::Rect(corner, picture.size())), sigma / 100, cv::Mat_<cv::Vec3s>(picture), sum);
  cv::Mat_<cv::Vec3b> noisy;
  sum.convertTo(noisy, CV_8UC3);
  return noisy;
}

/// Steps a settler through frames 0 … count-1; what it said of each.
std::vector<RestStep> watch(int count, const std::function<cv::Mat(int)>& picture) {
  Settler settler;
  std::vector<RestStep> steps;
  for (int i = 0; i < count; ++i) steps.push_back(settler.step({picture(i), i, i / kRate}));
  return steps;
}

/// Frames of this run that were not at rest, from `from` on.
int restless(const std::vector<RestStep>& steps, std::size_t from) {
  int count = 0;
  for (std::size_t i = from; i < steps.size(); ++i) count += steps[i].rest != Rest::AtRest ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("a still table comes to rest within a quarter of a second and stays so in noise") {
  const double sigma = GENERATE(0.0, 3.0, 8.0);
  const auto steps = watch(40, [&](int i) { return withNoise(table(), sigma, i); });
  CAPTURE(sigma);
  CHECK(restless(steps, 0) <= 7);
  CHECK(restless(steps, 7) == 0);
}

TEST_CASE("the moment of rest is told once, with the frame in which stillness began") {
  const auto steps = watch(40, [&](int i) {
    cv::Mat scene = table().clone();
    cv::rectangle(scene, cv::Rect(40 * std::min(i, 12), 300, 260, 200), {90, 120, 170}, cv::FILLED);
    return scene;
  });
  int told = 0;
  for (const RestStep& step : steps) {
    if (!step.justRested) continue;
    ++told;
    CHECK(step.sinceFrame == 12);
    CHECK(step.since == Approx(12 / kRate));
  }
  CHECK(told == 1);
  CHECK(steps[11].rest == Rest::Moving);
}

TEST_CASE("lamps that flicker, are dimmed or switched, and exposure that drifts are no movement") {
  const auto light = GENERATE(0, 1, 2);
  const auto steps = watch(60, [&](int i) {
    double gain = 1.0;
    if (light == 0) gain = 0.9 + 0.1 * std::sin(i * 2.1);
    if (light == 1) gain = 1.0 - 0.008 * i;
    if (light == 2) gain = i < 30 ? 0.55 : 0.95;
    cv::Mat lit;
    table().convertTo(lit, CV_8UC3, gain, light == 1 ? 0.2 * i : 0.0);
    return withNoise(lit, 2.0, i);
  });
  CAPTURE(light);
  CHECK(restless(steps, 7) == 0);
}

TEST_CASE("the pulse of key frames is no movement") {
  const auto steps = watch(40, [](int i) {
    std::vector<unsigned char> jpeg;
    cv::imencode(".jpg", table(), jpeg, {cv::IMWRITE_JPEG_QUALITY, i % 12 == 0 ? 85 : 45});
    return cv::imdecode(jpeg, cv::IMREAD_COLOR);
  });
  CHECK(restless(steps, 7) == 0);
}

TEST_CASE("a movement too slow to see from frame to frame is seen all the same") {
  const auto steps = watch(90, [](int i) {
    cv::Mat scene = table().clone();
    cv::rectangle(scene, cv::Rect(600 + 2 * i, 300, 120, 120), {40, 30, 25}, cv::FILLED);
    return withNoise(scene, 2.0, i);
  });
  CHECK(restless(steps, 10) > 25);
}

TEST_CASE("a shield that appears is a change, also on a box of its own colour") {
  const double scale = GENERATE(1.3, 2.5);
  cv::Mat board, shield;
  const Edition& edition = printEdition(GameId::Octagone);
  cv::cvtColor(drawFace(edition, Face("board"), scale), board, cv::COLOR_BGRA2BGR);
  cv::Mat scene(1080, 1920, CV_8UC3, cv::Scalar(60, 70, 80));
  board.copyTo(scene(cv::Rect({300, 30}, board.size())));
  cv::Mat art = drawFace(edition, Face("shield:purple"), scale), mask;
  cv::extractChannel(art, mask, 3);
  cv::cvtColor(art, shield, cv::COLOR_BGRA2BGR);
  cv::Mat with = scene.clone();
  const auto at = [&](double mm) { return static_cast<int>(mm * scale); };
  shield.copyTo(with(cv::Rect({300 + at(218.5 - 24), 30 + at(191 + 137.5 - 24)}, shield.size())), mask);
  const auto steps = watch(30, [&](int i) { return withNoise(i < 15 ? scene : with, 3.0, i); });
  CAPTURE(scale);
  CHECK(steps[14].rest == Rest::AtRest);
  CHECK(steps[15].rest == Rest::Moving);
  CHECK(steps[22].rest == Rest::AtRest);
}

TEST_CASE("what moves outside the watched blocks is not looked at") {
  Settler settler;
  std::vector<RestStep> steps;
  for (int i = 0; i < 20; ++i) {
    cv::Mat scene = table().clone();
    cv::rectangle(scene, cv::Rect(10 * i, 900, 150, 150), {200, 210, 220}, cv::FILLED);
    steps.push_back(settler.step({scene, i, i / kRate}));
    if (i == 0) {
      std::vector<std::uint8_t> mask(60 * 33, 0);
      for (std::size_t block = 0; block < 60 * 26; ++block) mask[block] = 1;
      settler.watch(mask);
    }
  }
  CHECK(steps.back().rest == Rest::AtRest);
}

TEST_CASE("a picture of another size starts anew") {
  const auto steps = watch(20, [](int i) {
    cv::Mat small;
    cv::resize(table(), small, {}, 0.5, 0.5);
    return i < 10 ? table() : small;
  });
  CHECK(steps[9].rest == Rest::AtRest);
  CHECK(steps[10].rest == Rest::Moving);
  CHECK(steps[19].rest == Rest::AtRest);
}
