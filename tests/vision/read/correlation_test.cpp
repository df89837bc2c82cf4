#include "vision/read/correlation.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace octo::vision;

TEST_CASE("pictures go together in any light, and a grey one with none") {
  cv::Mat drawn(20, 30, CV_32F), other(20, 30, CV_32F);
  cv::theRNG().state = 3;
  cv::randu(drawn, 0, 255);
  cv::randu(other, 0, 255);
  CHECK(correlationOf(drawn, drawn * 0.4 + 30) == Approx(1).margin(1e-4));
  CHECK(correlationOf(drawn, drawn * -0.4 + 200) == Approx(-1).margin(1e-4));
  CHECK(std::abs(correlationOf(drawn, other)) < 0.15);
  CHECK(correlationOf(drawn, cv::Mat(drawn.size(), CV_32F, cv::Scalar(80))) == 0);
  cv::Mat half = drawn.clone(), mask = cv::Mat::zeros(drawn.size(), CV_8U);
  mask.colRange(0, 12).setTo(255);
  other.colRange(12, 30).copyTo(half.colRange(12, 30));
  CHECK(correlationOf(drawn, half, mask) == Approx(1).margin(1e-4));
  const double others = correlationOf(drawn.colRange(12, 30), half.colRange(12, 30));
  CHECK(correlationOf(drawn, half, 255 - mask) == Approx(others).margin(1e-4));
  cv::Mat bytes;
  drawn.convertTo(bytes, CV_8U);
  CHECK(correlationOf(bytes.colRange(3, 9), bytes.colRange(3, 9)) == Approx(1));
}
