#include "vision/read/taught/card_spotter.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "tests/vision/teach/drawn_cards.h"

using namespace octo;
using namespace octo::vision;

namespace {

constexpr double kPixelsPerMm = 1.3;
const FaceArt kAnyCard{Face("red:1"), Shape::Card, 63, 88};
const TableRect kWhole{-250, -200, 250, 200};

/// A camera straight above.
TableView view() {
  return TableView::fromHomography({1 / kPixelsPerMm, 0, -250, 0, -1 / kPixelsPerMm, 200, 0, 0, 1}).value();
}

struct Laid {
  TablePoint middle;
  double angle;
};

/// Those on the table, the last on top.
cv::Mat tableWith(const std::vector<Laid>& cards) {
  const TableView table = view();
  cv::Mat picture = test::bareTable({650, 520}, {60, 90, 130});
  int number = 0;
  for (const Laid& card : cards) {
    std::vector<cv::Point2f> corners;
    for (const auto& [x, y] : {std::pair{-31.5, -44.0}, {31.5, -44.0}, {31.5, 44.0}, {-31.5, 44.0}}) {
      const cv::Point2d at = turnedBy({x, y}, card.angle);
      const ImagePoint p = table.imageFromTable({card.middle.x + at.x, card.middle.y - at.y});
      corners.emplace_back(static_cast<float>(p.x - 0.5), static_cast<float>(p.y - 0.5));
    }
    test::lay(picture, test::drawnCard(++number), corners);
  }
  return picture;
}

}  // namespace

TEST_CASE("cards that no edition has are spotted, whole and covered but for a strip, and each square has its card") {
  const std::vector<Laid> laid{{{-150, 80}, 3}, {{-148, 58}, 0}, {{-151, 36}, -4},
                               {{-150, 14}, 0}, {{40, 60}, 70},  {{150, -70}, -160}};
  SpottedCards spotted;
  CardSpotter().spot(tableWith(laid), view(), kWhole, kAnyCard, spotted);
  CHECK(spotted.poses.size() == laid.size());
  for (const Laid& card : laid) {
    CAPTURE(card.middle.x, card.middle.y);
    const cv::Point2d middle(card.middle.x, -card.middle.y);
    const auto nearest = std::min_element(
        spotted.poses.begin(), spotted.poses.end(),
        [&](const PlanePose& a, const PlanePose& b) { return cv::norm(a.at - middle) < cv::norm(b.at - middle); });
    REQUIRE(nearest != spotted.poses.end());
    CHECK(cv::norm(nearest->at - middle) < 8);  // the reader looks for the best place around it
    CHECK(std::abs(std::remainder(nearest->angle - card.angle, 180)) < 8);
    // Its upper edge shows, whatever lies on the rest of it.
    CHECK(spotted.ownerAt(middle + turnedBy({0, -34}, card.angle)) == nearest - spotted.poses.begin());
  }
  CHECK(spotted.ownerAt({150, 150}) == SpottedCards::kNobody);
  CHECK(spotted.ownerAt({1000, 0}) == SpottedCards::kNobody);
}

TEST_CASE("nothing is spotted where no card lies, nor where there is nothing to look at") {
  SpottedCards spotted;
  CardSpotter spotter;
  spotter.spot(tableWith({}), view(), kWhole, kAnyCard, spotted);
  spotter.spot(tableWith({}), view(), {0, 0, 0, 0}, kAnyCard, spotted);
  spotter.spot(tableWith({}), view(), {100, 100, -100, -100}, kAnyCard, spotted);
  // Of cards a millimetre wide the table would be a picture of a thousand million pixels.
  spotter.spot(tableWith({}), view(), kWhole, {Face("red:1"), Shape::Card, 1, 1.4}, spotted);
  CHECK(spotted.poses.empty());
}
