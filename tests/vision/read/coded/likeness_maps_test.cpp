#include "vision/read/rounds/likeness_maps.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

using namespace octo::vision;

namespace {

constexpr int kSide = 21;

/// Two rings of chance colours.
DrawnDisc drawnDisc(int seed) {
  cv::RNG random(static_cast<std::uint64_t>(seed));
  cv::Mat disc = cv::Mat::zeros(kSide, kSide, CV_32F), inside, picture(kSide, kSide, CV_32FC3);
  cv::circle(disc, {kSide / 2, kSide / 2}, kSide / 2, 1, cv::FILLED);
  for (const int radius : {kSide / 2, kSide / 4})
    cv::circle(picture, {kSide / 2, kSide / 2}, radius, {random.uniform(0., 255.), random.uniform(0., 255.), 90},
               cv::FILLED);
  disc.convertTo(inside, CV_8U);
  picture -= cv::mean(picture, inside);
  picture.setTo(0, inside == 0);
  return {picture / cv::norm(picture), disc};
}

/// At one place, by its definition.
double likenessAt(const cv::Mat& bgr, cv::Point at, const DrawnDisc& drawn, double leastContrast) {
  cv::Mat inside, shown = bgr(cv::Rect(at, drawn.disc.size())).clone();
  drawn.disc.convertTo(inside, CV_8U);
  shown -= cv::mean(shown, inside);
  shown.setTo(0, inside == 0);
  return shown.dot(drawn.picture) / std::max(cv::norm(shown), std::sqrt(3 * cv::sum(drawn.disc)[0]) * leastContrast);
}

}  // namespace

TEST_CASE(
    "how well each of several discs goes with a picture is told for every place, across the parts it is cut into") {
  const std::vector<DrawnDisc> drawings{drawnDisc(1), drawnDisc(2)};
  cv::Mat bgr(233, 341, CV_32FC3);
  cv::RNG random(7);
  random.fill(bgr, cv::RNG::UNIFORM, 0, 255);
  bgr(cv::Rect(0, 0, 60, 60)).setTo(cv::Scalar(80, 120, 200));  // no contrast
  const cv::Point lies(170, 88);
  bgr(cv::Rect(lies, cv::Size(kSide, kSide))) = 900 * drawings[1].picture + cv::Scalar(120, 90, 60);
  const std::vector<cv::Mat> maps = likenessMaps(bgr, drawings, 9);
  REQUIRE(maps.size() == 2);
  for (std::size_t i = 0; i < maps.size(); ++i) {
    REQUIRE(maps[i].size() == cv::Size(341 - kSide + 1, 233 - kSide + 1));
    for (int y = 0; y < maps[i].rows; y += 4)
      for (int x = 0; x < maps[i].cols; x += 3)
        REQUIRE(std::abs(maps[i].at<float>(y, x) - likenessAt(bgr, {x, y}, drawings[i], 9)) < 2e-3);
  }
  cv::Point best;
  cv::minMaxLoc(maps[1], nullptr, nullptr, nullptr, &best);
  CHECK(best == lies);
  CHECK(maps[1].at<float>(best) > 0.99F);
}

TEST_CASE("a picture smaller than a disc has no places for it") {
  const std::vector<cv::Mat> maps = likenessMaps(cv::Mat::zeros(kSide - 1, 60, CV_32FC3), {drawnDisc(1)}, 9);
  REQUIRE(maps.size() == 1);
  CHECK(maps.front().empty());
}
