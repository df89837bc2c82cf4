#include "vision/settle/still_parts.h"

#include <catch2/catch.hpp>
#include <opencv2/imgproc.hpp>

using namespace octo;
using namespace octo::vision;

namespace {

constexpr double kPictures = 15.0, kPause = 0.3;
const cv::Rect kCard(96, 64, 48, 64);

/// A table with some print on it, 400 × 240.
cv::Mat bareCloth() {
  cv::Mat picture(240, 400, CV_8UC1, cv::Scalar(90));
  for (int x = 10; x < 400; x += 40) cv::line(picture, {x, 0}, {x, 239}, 120, 2);
  return picture;
}

cv::Mat withCard(cv::Mat picture, cv::Rect where = kCard) {
  cv::rectangle(picture, where, 220, cv::FILLED);
  for (int y = where.y + 6; y < where.y + where.height; y += 10)
    cv::line(picture, {where.x + 4, y}, {where.x + where.width - 5, y}, 30, 3);
  return picture;
}

/// A hand that goes up and down at the right of the picture.
cv::Mat withHand(cv::Mat picture, int frame) {
  cv::circle(picture, {330, 60 + 12 * (frame % 10)}, 34, 170, cv::FILLED);
  return picture;
}

/// In which of the next frames there was news, with a picture for each.
template <typename Picture>
std::vector<int> newsIn(StillParts& parts, int count, Picture picture) {
  std::vector<int> news;
  for (int frame = 1; frame <= count; ++frame) {
    const cv::Mat small = picture(frame);
    parts.step(small, frame / kPictures, kPause);
    if (parts.takeNews(small, {})) news.push_back(frame);
  }
  return news;
}

}  // namespace

TEST_CASE("a card that lies still while a hand moves elsewhere is news once, after its time") {
  StillParts parts;
  parts.read(bareCloth(), 0);
  const auto news =
      newsIn(parts, 20, [](int frame) { return withHand(frame < 3 ? bareCloth() : withCard(bareCloth()), frame); });
  CHECK(news == std::vector<int>{3 + static_cast<int>(kPause * kPictures + 0.999)});
  CHECK(parts.moves(330, 100));
  CHECK_FALSE(parts.moves(120, 96));
  CHECK_FALSE(parts.moves(20, 200));
}

TEST_CASE("a card that is carried on all the time is no news") {
  StillParts parts;
  parts.read(bareCloth(), 0);
  CHECK(newsIn(parts, 12, [](int frame) { return withCard(bareCloth(), kCard + cv::Point(12 * frame, 0)); }).empty());
}

TEST_CASE("what was read is no news, and what is gone again is") {
  StillParts parts;
  parts.read(withCard(bareCloth()), 0);
  CHECK(newsIn(parts, 10, [](int frame) { return withHand(withCard(bareCloth()), frame); }).empty());
  CHECK(newsIn(parts, 10, [](int frame) { return withHand(bareCloth(), frame); }).size() == 1);
}

TEST_CASE("where nobody looks there is no news, and a picture of another size is none") {
  StillParts parts;
  const cv::Mat small = withCard(bareCloth());
  const std::vector<std::uint8_t> nowhere(
      static_cast<std::size_t>((small.cols / kChangeBlock) * (small.rows / kChangeBlock)));
  parts.read(bareCloth(), 0);
  for (int frame = 1; frame < 10; ++frame) {
    parts.step(small, frame / kPictures, kPause);
    CHECK_FALSE(parts.takeNews(small, nowhere));
  }
  const cv::Mat other(120, 200, CV_8UC1, cv::Scalar(90));
  parts.step(other, 1, kPause);
  CHECK_FALSE(parts.takeNews(other, {}));
}
