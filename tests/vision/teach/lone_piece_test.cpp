#include "vision/teach/lone_piece.h"

#include <catch2/catch.hpp>

#include "tests/vision/teach/drawn_cards.h"

using namespace octo;
using namespace octo::vision;

namespace {

const FaceArt kCard{Face("red:3"), Shape::Card, 63, 88};

double worst(const std::vector<ImagePoint>& found, const std::vector<cv::Point2f>& corners) {
  double most = 0;
  for (std::size_t i = 0; i < corners.size(); ++i)
    most = std::max(most, std::hypot(found[i].x - 0.5 - corners[i].x, found[i].y - 0.5 - corners[i].y));
  return most;
}

}  // namespace

TEST_CASE("a card alone on a table is found, whatever the table's colour and the camera's slant") {
  // From the corner that is top left when the card points up in the picture.
  const std::vector<cv::Point2f> corners{{520, 210}, {745, 255}, {690, 590}, {430, 525}};
  for (const cv::Scalar& table : {cv::Scalar(60, 90, 130), cv::Scalar(40, 110, 40), cv::Scalar(120, 130, 140)}) {
    cv::Mat picture = test::bareTable({1280, 720}, table);
    test::lay(picture, test::drawnCard(3), corners);
    const auto found = findLonePiece(picture, kCard);
    INFO("table " << table);
    REQUIRE(found);
    CHECK(worst(*found, corners) < 4);
  }
}

TEST_CASE("a frame printed along a card's edge is not taken for it, nor a shadow beside it") {
  const std::vector<cv::Point2f> corners{{520, 210}, {745, 225}, {730, 560}, {500, 545}};
  const double inset = GENERATE(2.0, 3.0, 5.0);
  cv::Mat card(440, 315, CV_8UC3, cv::Scalar(200, 175, 155));
  const auto px = [](double mm) { return static_cast<int>(5 * mm); };
  for (const double each : {inset, inset + 1.2, inset + 2.4})
    cv::rectangle(card, {px(each), px(each)}, {314 - px(each), 439 - px(each)}, {85, 60, 160}, 2, cv::LINE_AA);
  cv::Mat picture = test::bareTable({1280, 720}, {205, 200, 205}), shade(picture.size(), CV_32F, cv::Scalar(1));
  // Of a lamp far to the left: long, and the softer the farther from the card.
  cv::fillConvexPoly(shade, std::vector<cv::Point>{{520, 212}, {751, 232}, {738, 575}, {502, 552}}, cv::Scalar(0.8));
  cv::GaussianBlur(shade, shade, {}, 4);
  cv::cvtColor(shade, shade, cv::COLOR_GRAY2BGR);
  cv::multiply(picture, shade, picture, 1, CV_8UC3);
  test::lay(picture, card, corners);
  const auto found = findLonePiece(picture, kCard);
  INFO("frame " << inset << " mm within");
  REQUIRE(found);
  CHECK(worst(*found, corners) < 4);
}

TEST_CASE("no piece is found on a bare table, nor one that the picture cuts off") {
  cv::Mat picture = test::bareTable({1280, 720}, {60, 90, 130});
  CHECK_FALSE(findLonePiece(picture, kCard));
  test::lay(picture, test::drawnCard(3), {{-80, 210}, {145, 210}, {145, 520}, {-80, 520}});
  CHECK_FALSE(findLonePiece(picture, kCard));
}

TEST_CASE("a shield is found with all its corners") {
  const FaceArt shield{Face("shield:red"), Shape::Octagon, 48, 48};
  std::vector<cv::Point2f> corners = uprightCorners(shield, 5);
  std::vector<cv::Point> outline;
  for (cv::Point2f& p : corners) outline.emplace_back(p += cv::Point2f(500, 240));
  cv::Mat picture = test::bareTable({1280, 720}, {60, 90, 130});
  cv::fillConvexPoly(picture, outline, {40, 40, 200}, cv::LINE_AA);
  const auto found = findLonePiece(picture, shield);
  REQUIRE(found);
  REQUIRE(found->size() == 8);
  CHECK(worst(*found, corners) < 5);
}

TEST_CASE("a disc printed on a shield is not taken for it, however faint the shield's own edge is") {
  const FaceArt shield{Face("shield:red"), Shape::Octagon, 48, 48};
  std::vector<cv::Point2f> corners = uprightCorners(shield, 5);
  std::vector<cv::Point> outline;
  for (cv::Point2f& p : corners) outline.emplace_back(p += cv::Point2f(500, 240));
  for (const int stands : {0, 4, 60}) {
    cv::Mat picture = test::bareTable({1280, 720}, {60, 90, 130});
    // The rim is the table's own colour and a little more.
    cv::Mat rim(picture.size(), CV_8U, cv::Scalar(0));
    cv::fillConvexPoly(rim, outline, 255, cv::LINE_AA);
    cv::add(picture, cv::Scalar::all(stands), picture, rim);
    cv::circle(picture, {620, 360}, 98, {160, 80, 30}, cv::FILLED, cv::LINE_AA);
    const auto found = findLonePiece(picture, shield);
    INFO(stands);
    CHECK((!found || worst(*found, corners) < 6));
    CHECK((found || stands < 60));
  }
}

TEST_CASE("a piece is straightened by its outline") {
  const std::vector<cv::Point2f> corners{{520, 210}, {745, 255}, {690, 590}, {430, 525}};
  cv::Mat picture = test::bareTable({1280, 720}, {60, 90, 130});
  test::lay(picture, test::drawnCard(3), corners);
  std::vector<ImagePoint> outline;
  for (const cv::Point2f& p : corners) outline.push_back({p.x + 0.5, p.y + 0.5});
  const cv::Mat piece = uprightPiece(picture, outline, kCard, 5);
  REQUIRE(piece.size() == cv::Size(315, 440));
  cv::Mat off;
  cv::absdiff(piece, test::drawnCard(3), off);
  CHECK(cv::mean(off)[0] < 12);
}
