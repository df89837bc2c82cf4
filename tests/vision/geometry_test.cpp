#include "vision/geometry/geometry.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "vision/geometry/from_above.h"

using namespace octo;
using octo::vision::TableView;

TEST_CASE("a point goes to the table and back to where it was") {
  const auto view = TableView::fromHomography({0.4, 0.02, -350, -0.01, -0.5, 290, 1e-5, 4e-4, 1});
  REQUIRE(view);
  const auto there = view->tableFromImage({812.5, 333.25});
  const auto back = view->imageFromTable(there);
  CHECK(back.x == Approx(812.5));
  CHECK(back.y == Approx(333.25));
}

TEST_CASE("a homography that flattens the picture is no view of a table") {
  CHECK_FALSE(TableView::fromHomography({1, 2, 3, 2, 4, 6, 0, 0, 1}));
  CHECK_FALSE(TableView::fromHomography({1, 0, 0, 0, 1, 0, 0, 0, 0}));
}

namespace {

/// The picture of a camera at that place, looking at the table's origin with its picture's top away from player 0.
vision::TableView seenBy(cv::Vec3d at, double focal, cv::Size picture) {
  const cv::Vec3d ahead = -at / cv::norm(at);
  const cv::Vec3d right = cv::normalize(ahead.cross(cv::Vec3d(0, 0, 1))), down = ahead.cross(right);
  const cv::Matx33d plane(right[0], right[1], -right.dot(at),  //
                          down[0], down[1], -down.dot(at),     //
                          ahead[0], ahead[1], -ahead.dot(at));
  const cv::Matx33d pixels(focal, 0, picture.width / 2.0, 0, focal, picture.height / 2.0, 0, 0, 1);
  return vision::TableView::fromHomography((pixels * plane).inv()).value();
}

}  // namespace

TEST_CASE("where a camera stands follows from the table's plane") {
  const cv::Size picture(1920, 1080);
  const double focal = 960 / std::tan(30 * CV_PI / 180);
  for (const cv::Vec3d& at : {cv::Vec3d(0, -400, 700), cv::Vec3d(250, -100, 900), cv::Vec3d(-300, 500, 600)}) {
    const vision::TableView view = seenBy(at, focal, picture);
    const vision::CameraStand camera = vision::cameraOf(view, picture);
    CHECK(camera.over.x == Approx(at[0]).margin(1));
    CHECK(camera.over.y == Approx(at[1]).margin(1));
    CHECK(camera.height == Approx(at[2]).margin(1));
    // A fingertip 30 mm above a card shows farther from the camera than it is.
    const cv::Vec3d tip(80, 60, 30);
    const double stretch = at[2] / (at[2] - tip[2]);
    const TablePoint shown{at[0] + (tip[0] - at[0]) * stretch, at[1] + (tip[1] - at[1]) * stretch};
    const TablePoint under = vision::below(camera, shown, tip[2]);
    CHECK(under.x == Approx(tip[0]).margin(0.5));
    CHECK(under.y == Approx(tip[1]).margin(0.5));
  }
}

TEST_CASE("nothing is below what is as high as the camera") {
  const TablePoint shown{10, 20};
  CHECK(vision::below({{0, 0}, 30}, shown, 30) == shown);
}

TEST_CASE("what is kept for pictures from above shows them as one picture alone would be shown") {
  cv::Mat picture(480, 640, CV_8UC3);
  for (int y = 0; y < picture.rows; ++y)
    for (int x = 0; x < picture.cols; ++x)
      picture.at<cv::Vec3b>(y, x) = {static_cast<uchar>(x % 256), static_cast<uchar>(y % 256),
                                     static_cast<uchar>((x / 3 + y / 5) % 256)};
  cv::GaussianBlur(picture, picture, {}, 3);
  const TableRect area{-300, -220, 340, 260};  // wider than what the camera sees
  vision::FromAbove kept(area, 1, {640, 480});
  cv::Mat above;
  for (const cv::Vec3d& at : {cv::Vec3d(0, -400, 700), cv::Vec3d(0, -400, 700), cv::Vec3d(-300, 500, 600)}) {
    const vision::TableView view = seenBy(at, 700, picture.size());
    kept.see(picture, view, above);
    const cv::Mat alone = vision::seenFromAbove(picture, view, area, 1, {640, 480}, cv::INTER_LINEAR);
    CHECK(cv::norm(above, alone, cv::NORM_INF) <= 3);
    CHECK(cv::norm(above, alone, cv::NORM_L1) / static_cast<double>(above.total()) < 0.1);
  }
}

TEST_CASE("a coarse picture is enlarged with curves, as OpenCV's slower way does, also where the picture ends") {
  cv::Mat picture(480, 640, CV_8U);
  cv::randu(picture, 0, 256);
  cv::GaussianBlur(picture, picture, {}, 1.2);
  const vision::TableView view = seenBy({0, -400, 900}, 500, picture.size());
  for (const TableRect& area : {TableRect{-150, -100, 120, 130}, TableRect{-700, -100, -400, 200}}) {
    const cv::Mat above = vision::seenFromAbove(picture, view, area, 3, cv::INTER_CUBIC);
    const cv::Matx33d centres(1, 0, -0.5, 0, 1, -0.5, 0, 0, 1);
    cv::Mat exact, lines;
    const cv::Matx33d map = centres * vision::aboveFromTable(area, 3) * view.homography() * centres.inv();
    cv::warpPerspective(picture, exact, map, above.size(), cv::INTER_CUBIC, cv::BORDER_REPLICATE);
    cv::warpPerspective(picture, lines, map, above.size(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    CHECK(cv::norm(above, exact, cv::NORM_L1) < 0.35 * cv::norm(lines, exact, cv::NORM_L1));
  }
}
