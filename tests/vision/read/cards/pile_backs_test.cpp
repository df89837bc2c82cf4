#include "vision/read/cards/pile_backs.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <opencv2/imgproc.hpp>

using namespace octo;
using namespace octo::vision;

namespace {

constexpr double kPixels = 2;  // a mm
const TableRect kArea{-200, -150, 200, 150};

TableView fromStraightAbove() {
  return TableView::fromHomography({1 / kPixels, 0, kArea.x0, 0, -1 / kPixels, kArea.y1, 0, 0, 1}).value();
}

cv::Mat bareTable() {
  cv::Mat table(600, 800, CV_8UC3, cv::Scalar(90, 110, 120));
  cv::rectangle(table, {20, 20, 168, 224}, {140, 150, 150}, 2);  // a zone's outline, larger than a card
  return table;
}

cv::Rect pixelsOf(TablePoint middle, double wide, double high) {
  return {static_cast<int>((middle.x - wide / 2 - kArea.x0) * kPixels),
          static_cast<int>((kArea.y1 - middle.y - high / 2) * kPixels), static_cast<int>(wide * kPixels),
          static_cast<int>(high * kPixels)};
}

/// A light rim around stripes that run slanted.
void layBack(cv::Mat& table, TablePoint middle, double wide = 63, double high = 88) {
  const cv::Rect box = pixelsOf(middle, wide, high);
  table(box).setTo(cv::Scalar(235, 240, 240));
  cv::Mat inner = table(cv::Rect(box.x + 8, box.y + 8, box.width - 16, box.height - 16));
  inner.setTo(cv::Scalar(60, 30, 150));
  for (int x = -inner.rows; x < inner.cols; x += 24)
    cv::line(inner, {x, 0}, {x + inner.rows, inner.rows}, {200, 210, 60}, 8);
}

Corners cornersAt(TablePoint middle) {
  const cv::Rect box = pixelsOf(middle, 63, 88);
  const double x0 = box.x, y0 = box.y, x1 = x0 + box.width, y1 = y0 + box.height;
  return {{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}};
}

/// Thinks so of each.
BackTeller alike(double chance) {
  return [chance](const cv::Mat&, std::span<const Corners> quads) { return std::vector<double>(quads.size(), chance); };
}

}  // namespace

TEST_CASE("a face-down card is found where it lies, by its shape and size", "[pile_backs]") {
  cv::Mat table = bareTable();
  layBack(table, {-60, 20});
  layBack(table, {80, -40});
  layBack(table, {80, 90}, 40, 56);  // too small for any card
  const auto found = PileBacks(alike(0.95)).find(table, fromStraightAbove(), kArea, {});
  REQUIRE(found.size() == 2);
  for (const TablePoint at : {TablePoint{-60, 20}, TablePoint{80, -40}})
    CHECK(std::any_of(found.begin(), found.end(), [&](const FoundBack& back) {
      const double turn = std::remainder(back.pose.angle, 180.0);
      return std::hypot(back.pose.at.x - at.x, back.pose.at.y - at.y) < 2 && std::abs(turn) < 2;
    }));
}

TEST_CASE("a card whose face was read is no back, and what is unlike the deck's cards is none", "[pile_backs]") {
  cv::Mat table = bareTable();
  const TablePoint open{-60, 20}, closed{80, -40};
  layBack(table, open);
  layBack(table, closed, 52, 78);
  const auto found = PileBacks(alike(0.95)).find(table, fromStraightAbove(), kArea, std::vector{cornersAt(open)});
  REQUIRE(found.size() == 1);
  CHECK(found[0].pose.at.x == Approx(closed.x).margin(2));
  const std::vector<Corners> read(5, cornersAt({-60, 20}));  // all poker size: 63 mm
  CHECK(PileBacks(alike(0.95)).find(table, fromStraightAbove(), kArea, read).empty());
}

TEST_CASE("a pattern that was surely a back once is known again where the picture is doubtful", "[pile_backs]") {
  cv::Mat first = bareTable(), later = bareTable();
  layBack(first, {-60, 20});
  layBack(later, {40, -20});
  double chance = 0.6;
  PileBacks backs(
      [&](const cv::Mat&, std::span<const Corners> quads) { return std::vector<double>(quads.size(), chance); });
  CHECK(backs.find(later, fromStraightAbove(), kArea, {}).empty());
  chance = 0.97;
  CHECK(backs.find(first, fromStraightAbove(), kArea, {}).size() == 1);
  chance = 0.6;
  CHECK(backs.find(later, fromStraightAbove(), kArea, {}).size() == 1);
}
