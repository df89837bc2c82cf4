#include "vision/teach/look.h"

#include <catch2/catch.hpp>
#include <opencv2/core.hpp>

#include "tests/vision/teach/drawn_cards.h"

using namespace octo;
using namespace octo::vision;

namespace {

/// The greatest difference between the two anywhere.
double apart(const cv::Mat& one, const cv::Mat& other) { return cv::norm(one, other, cv::NORM_INF); }

}  // namespace

TEST_CASE("a part of a picture looks as it does in the whole of it, but near its sides") {
  const cv::Mat card = test::drawnCard(4);
  const double scale = GENERATE(1.0, 2.0);
  const int around = static_cast<int>(kLooksAlike * scale);
  const cv::Rect inside(120, 90, 60, 140),
      part(inside.tl() - cv::Point(around, around), inside.size() + cv::Size(2 * around, 2 * around));
  const Look whole = lookAt(card, scale), cut = lookAt(card(part), scale);
  const cv::Rect there = inside - part.tl();
  CAPTURE(scale);
  CHECK(apart(whole.features(inside), cut.features(there)) < 1e-3);
  CHECK(apart(whole.level(inside), cut.level(there)) < 1e-2);
  CHECK(apart(whole.tint(inside), cut.tint(there)) < 1e-4);
  CHECK(apart(whole.features, lookAt(cv::Mat(card.size(), CV_8UC3, cv::Scalar::all(200)), scale).features) > 1);

  cv::Mat detail;
  cv::extractChannel(whole.features, detail, 0);
  CHECK(apart(detail, detailAt(card, scale)) < 0.1);
}
