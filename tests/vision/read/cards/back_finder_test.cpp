#include "vision/read/cards/back_finder.h"

#include <catch2/catch.hpp>
#include <opencv2/imgproc.hpp>

#include "vision/read/cards/card_geometry.h"

using namespace octo::vision;

namespace {

/// A dark table with light quadrangles on it.
cv::Mat table(const std::vector<Corners>& cards) {
  cv::Mat picture(600, 800, CV_8UC3, cv::Scalar(40, 70, 30));
  for (const Corners& card : cards) {
    std::vector<cv::Point> points;
    for (const ImagePoint& p : card) points.emplace_back(cvRound(p.x), cvRound(p.y));
    cv::fillConvexPoly(picture, points, cv::Scalar(230, 235, 240), cv::LINE_AA);
  }
  return picture;
}

const Corners kUpright{{{100, 100}, {200, 100}, {200, 240}, {100, 240}}};
const Corners kTurned{{{500, 200}, {586, 250}, {516, 371}, {430, 321}}};

}  // namespace

TEST_CASE("what has a card's shape is found, a short side first") {
  const std::vector<Corners> quads = cardLikeQuads(table({kUpright, kTurned}), {});
  for (const Corners& card : {kUpright, kTurned})
    CHECK(std::any_of(quads.begin(), quads.end(), [&](const Corners& quad) { return overlap(quad, card) > 0.93; }));
  for (const Corners& quad : quads) CHECK(distance(quad[0], quad[1]) < distance(quad[1], quad[2]));
}

TEST_CASE("squares, slivers and long strips have no card's shape") {
  CHECK(cardLikeQuads(table({{{{100, 100}, {240, 100}, {240, 240}, {100, 240}}}}), {}).empty());
  CHECK(cardLikeQuads(table({{{{100, 100}, {130, 100}, {130, 300}, {100, 300}}}}), {}).empty());
  CHECK(cardLikeQuads(table({{{{100, 100}, {180, 100}, {240, 240}, {60, 240}}}}), {}).empty());
}

TEST_CASE("cards that are known, and what is of quite another size beside them, are left out") {
  CHECK(cardLikeQuads(table({kUpright}), std::vector{kUpright}).empty());
  const Corners small{{{600, 500}, {640, 500}, {640, 556}, {600, 556}}};
  CHECK(cardLikeQuads(table({kUpright, small}), std::vector{kUpright}).empty());
  CHECK(!cardLikeQuads(table({kUpright, kTurned}), std::vector{kUpright}).empty());
}

TEST_CASE("an empty table has nothing of a card's shape") { CHECK(cardLikeQuads(table({}), {}).empty()); }
