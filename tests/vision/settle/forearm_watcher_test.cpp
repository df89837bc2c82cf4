#include "vision/settle/forearm_watcher.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "tracker/vocabulary/layout.h"

using namespace octo;
using namespace octo::vision;

namespace {

constexpr int kStride = 6;
const cv::Size kSmall(320, 180);

/// From above, 0.4 mm a pixel of the whole picture.
TableView fromAbove() {
  constexpr double kMm = 0.4;
  const double width = kSmall.width * kStride, height = kSmall.height * kStride;
  return TableView::fromHomography({kMm, 0, -kMm * width / 2, 0, -kMm, kMm * height / 2, 0, 0, 1}).value();
}

cv::Point smallFrom(const TableView& view, TablePoint at) {
  const ImagePoint pixel = view.imageFromTable(at);
  return {static_cast<int>(std::lround(pixel.x / kStride)), static_cast<int>(std::lround(pixel.y / kStride))};
}

/// Cloth with a little grain, and an arm of 60 mm over it that ends at `tip` as cut off; mm.
cv::Mat withArm(const TableView& view, TablePoint from, TablePoint tip) {
  cv::Mat picture(kSmall, CV_8UC1);
  cv::theRNG().state = 7;
  cv::randn(picture, 90, 2);
  const double length = std::hypot(tip.x - from.x, tip.y - from.y);
  const TablePoint side{-(tip.y - from.y) / length * 30, (tip.x - from.x) / length * 30};
  const std::vector<cv::Point> outline{
      smallFrom(view, {from.x + side.x, from.y + side.y}), smallFrom(view, {tip.x + side.x, tip.y + side.y}),
      smallFrom(view, {tip.x - side.x, tip.y - side.y}), smallFrom(view, {from.x - side.x, from.y - side.y})};
  cv::Mat arm(kSmall, CV_8UC1);
  cv::randn(arm, 190, 12);
  cv::Mat mask(kSmall, CV_8UC1, cv::Scalar(0));
  cv::fillConvexPoly(mask, outline, 255);
  arm.copyTo(picture, mask);
  return picture;
}

cv::Mat bare() {
  cv::Mat picture(kSmall, CV_8UC1);
  cv::theRNG().state = 11;
  cv::randn(picture, 90, 2);
  return picture;
}

ForearmTrack handOf(TablePoint from, TablePoint tip, double halfHeight = 150) {
  const TableView view = fromAbove();
  ForearmWatcher watcher(200, halfHeight);
  watcher.rest(bare());
  watcher.watch(withArm(view, from, tip), kStride, view);
  const std::vector<ForearmTrack> forearms = watcher.take();
  REQUIRE(forearms.size() == 1);
  return forearms.front();
}

}  // namespace

TEST_CASE("an arm that comes slanting ends in the middle of its hand") {
  struct Arm {
    TablePoint from, tip;
    Side side;
  };
  const Arm arms[]{{{-60, -260}, {70, -20}, Side::Near},
                   {{120, -260}, {-30, 10}, Side::Near},
                   {{-420, 60}, {-60, -40}, Side::Left},
                   {{420, -90}, {40, 60}, Side::Right},
                   {{100, 260}, {-40, 30}, Side::Far}};
  for (const Arm& arm : arms) {
    const ForearmTrack forearm = handOf(arm.from, arm.tip);
    INFO("from " << arm.from.x << ", " << arm.from.y);
    CHECK(forearm.from == arm.side);
    const TablePoint ended = seenFrom(arm.side, forearm.reached), tip = seenFrom(arm.side, arm.tip);
    CHECK(std::abs(ended.x - tip.x) < 20);  // a block is 19 mm
    CHECK(std::abs(ended.y - tip.y) < 35);
    // Where the line from the shoulder to the tip crosses the edge.
    REQUIRE(forearm.entered);
    const TablePoint entered = seenFrom(arm.side, *forearm.entered), shoulder = seenFrom(arm.side, arm.from);
    const bool across = arm.side == Side::Left || arm.side == Side::Right;
    CHECK(entered.y == Approx(across ? -200 : -150));
    const double share = (entered.y - shoulder.y) / (tip.y - shoulder.y);
    CHECK(entered.x == Approx(shoulder.x + share * (tip.x - shoulder.x)).margin(20));
  }
}

TEST_CASE("an arm that hardly reaches the play area ends where it enters it, not in its middle outside") {
  const TablePoint tip{60, -140};
  const ForearmTrack forearm = handOf({-100, -230}, tip);
  CHECK(forearm.from == Side::Near);
  CHECK(std::abs(forearm.reached.x - tip.x) < 45);  // what reaches in is the corner of a sleeve 60 mm wide
  CHECK(std::abs(forearm.reached.y - tip.y) < 45);
}

TEST_CASE("an arm is told by the strip beside the play area, be it narrow") {
  CHECK(handOf({100, 260}, {-40, 30}, 205).from == Side::Far);  // 11 mm of it are in the picture
}

TEST_CASE("fingers that reach over the play area's edge on another side are no arm from there") {
  const ForearmTrack far = handOf({120, 260}, {260, -20});
  CHECK(far.from == Side::Far);
  CHECK(far.confidence > 0.9);
  const ForearmTrack right = handOf({420, 150}, {60, 120}, 100);  // along the far edge, half of it beyond
  CHECK(right.from == Side::Right);
  CHECK(right.confidence > 0.9);
}

TEST_CASE("an arm over the play area's corner is one, of which the side is not sure") {
  const ForearmTrack forearm = handOf({330, 260}, {40, 10});
  CHECK((forearm.from == Side::Right || forearm.from == Side::Far));
  CHECK(forearm.confidence < 0.75);
}

TEST_CASE("two arms that touch are told apart by where they come into the picture") {
  const TableView view = fromAbove();
  ForearmWatcher watcher(200, 150);
  watcher.rest(bare());
  cv::Mat both = withArm(view, {-40, -260}, {-10, 40});
  const cv::Mat other = withArm(view, {-420, 20}, {0, 20});
  cv::max(both, other, both);
  watcher.watch(both, kStride, view);
  const std::vector<ForearmTrack> forearms = watcher.take();
  REQUIRE(forearms.size() == 2);
  CHECK(std::min(forearms[0].from, forearms[1].from) == Side::Near);
  CHECK(std::max(forearms[0].from, forearms[1].from) == Side::Left);
}

TEST_CASE("a hand stretched over all the table to the picture's other edge is one arm") {
  const TableView view = fromAbove();
  ForearmWatcher watcher(200, 150);
  watcher.rest(bare());
  for (const double reached : {-60.0, 80.0, 260.0, 40.0})
    watcher.watch(withArm(view, {30, -260}, {0, reached}), kStride, view);
  const std::vector<ForearmTrack> forearms = watcher.take();
  REQUIRE(forearms.size() == 1);
  CHECK(forearms.front().from == Side::Near);
}

TEST_CASE("where nothing moved no arm is seen") {
  const TableView view = fromAbove();
  ForearmWatcher watcher(200, 150);
  watcher.rest(bare());
  watcher.watch(bare(), kStride, view);
  CHECK(watcher.take().empty());
}

TEST_CASE("an arm that was told while it is over the table comes again only once it has drawn back") {
  const TableView view = fromAbove();
  ForearmWatcher watcher(200, 150);
  watcher.rest(bare());
  const auto reach = [&](double tip) { watcher.watch(withArm(view, {30, -260}, {0, tip}), kStride, view); };
  for (const double tip : {-100.0, 0.0, 40.0}) reach(tip);
  REQUIRE(watcher.take(true).size() == 1);
  for (const double tip : {40.0, 0.0, -40.0}) reach(tip);
  CHECK(watcher.take(true).empty());
  for (const double tip : {-80.0, -20.0, 20.0}) reach(tip);
  const std::vector<ForearmTrack> again = watcher.take(true);
  REQUIRE(again.size() == 1);
  CHECK(std::abs(again.front().reached.y - 20) < 35);
  for (int picture = 0; picture < 2; ++picture) watcher.watch(bare(), kStride, view);
  reach(-60);  // that one had gone
  CHECK(watcher.take(true).size() == 1);
  reach(-60);
  CHECK(watcher.take().empty());
  reach(-60);
  CHECK(watcher.take().size() == 1);  // after a rest each is told anew
}

TEST_CASE("an arm that draws back and comes again elsewhere is told twice, in that order") {
  const TableView view = fromAbove();
  ForearmWatcher watcher(200, 150);
  watcher.rest(bare());
  const TablePoint first{110, 60}, second{-90, -20};
  const auto reach = [&](TablePoint tip) { watcher.watch(withArm(view, {30, -260}, tip), kStride, view); };
  for (const TablePoint tip : {TablePoint{70, -60}, first, TablePoint{60, -50}, TablePoint{0, -90}, second}) reach(tip);
  const std::vector<ForearmTrack> forearms = watcher.take();
  REQUIRE(forearms.size() == 2);
  CHECK(distance(forearms[0].reached, first) < 45);
  CHECK(distance(forearms[1].reached, second) < 45);
}

TEST_CASE("an arm that comes to the same place again, or that one picture does not show, is told once") {
  const TableView view = fromAbove();
  ForearmWatcher watcher(200, 150);
  watcher.rest(bare());
  const auto reach = [&](double tip) { watcher.watch(withArm(view, {30, -260}, {0, tip}), kStride, view); };
  for (const double tip : {-60.0, 20.0, -100.0, 25.0}) reach(tip);
  CHECK(watcher.take().size() == 1);
  for (const double tip : {-100.0, -60.0}) reach(tip);
  watcher.watch(bare(), kStride, view);
  for (const double tip : {-20.0, 40.0}) reach(tip);
  CHECK(watcher.take().size() == 1);
}
