#include "vision/read/cards/card_reader.h"

#include <catch2/catch.hpp>
#include <chrono>
#include <opencv2/imgproc.hpp>

using namespace octo::vision;

namespace {

int named(const cv::Mat& picture) {
  int count = 0;
  for (const Sighting& sighting : readCards(picture)) count += !sighting.faces.front().face.isUnknown();
  return count;
}

}  // namespace

TEST_CASE("no picture and one-coloured pictures show no cards") {
  CHECK(readCards({}).empty());
  CHECK(readCards(cv::Mat(480, 640, CV_8UC3, cv::Scalar(255, 255, 255))).empty());
  CHECK(readCards(cv::Mat(1, 1, CV_8UC3, cv::Scalar(0, 0, 0))).empty());
}

TEST_CASE("long thin pictures are searched like others") {
  CHECK(named(cv::Mat(4, 6000, CV_8UC3, cv::Scalar(90, 120, 200))) == 0);
  CHECK(named(cv::Mat(6000, 40, CV_8UC3, cv::Scalar(90, 120, 200))) == 0);
}

TEST_CASE("noise holds no card") {
  cv::RNG random(7);
  cv::Mat noise(600, 800, CV_8UC3);
  random.fill(noise, cv::RNG::UNIFORM, 0, 256);
  CHECK(named(noise) == 0);
}

TEST_CASE("a page of text holds no card") {
  cv::Mat page(900, 700, CV_8UC3, cv::Scalar(245, 245, 245));
  for (int line = 0; line < 28; ++line)
    cv::putText(page, "In 1910 A. King sold 10 Q, 7 J and 48 K at 35.60", {20, 40 + 30 * line},
                cv::FONT_HERSHEY_SIMPLEX, 0.8, {20, 20, 20}, 2);
  CHECK(named(page) == 0);
}
