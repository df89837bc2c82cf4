#include "vision/fuse/seen_table.h"

#include <catch2/catch.hpp>
#include <opencv2/imgproc.hpp>

using namespace octo;
using namespace octo::vision;

namespace {

/// From straight above, a pixel a millimetre.
const TableView kView = TableView::fromHomography(cv::Matx33d(1, 0, -200, 0, -1, 200, 0, 0, 1)).value();
constexpr TableRect kArea{-150, -150, 150, 150};
constexpr TablePoint kMiddle{0, 0}, kFar{-100, 100};

cv::Mat bareTable() { return {400, 400, CV_8UC3, cv::Scalar(90, 140, 100)}; }

/// Something square with print on it lies in the middle.
cv::Mat tableWith(const cv::Scalar& colour) {
  cv::Mat picture = bareTable();
  cv::rectangle(picture, cv::Rect(160, 160, 80, 80), colour, cv::FILLED);
  cv::line(picture, {165, 165}, {235, 235}, {255, 255, 255}, 3);
  return picture;
}

const auto kNoPiece = [](const SeenTable::Block&) { return false; };

}  // namespace

TEST_CASE("a table that was seen bare has changed where something lies now, and there it is hidden") {
  SeenTable table(kArea);
  table.look(bareTable(), kView);
  table.understand(kNoPiece);
  CHECK_FALSE(table.isHidden(kMiddle));
  table.look(tableWith({20, 20, 160}), kView);
  CHECK(table.changed(kMiddle));
  CHECK_FALSE(table.changed(kFar));
  CHECK(table.standsOut(kMiddle));
  SECTION("nothing explains it") {
    table.understand(kNoPiece);
    CHECK(table.isHidden(kMiddle));
    CHECK_FALSE(table.isHidden(kFar));
    CHECK_FALSE(table.hidden().empty());
  }
  SECTION("it is a piece") {
    table.understand([](const SeenTable::Block&) { return true; });
    CHECK_FALSE(table.isHidden(kMiddle));
    table.look(tableWith({20, 20, 160}), kView);
    CHECK_FALSE(table.changed(kMiddle));
    // When it is taken the bare table explains itself.
    table.look(bareTable(), kView);
    CHECK(table.changed(kMiddle));
    table.understand(kNoPiece);
    CHECK_FALSE(table.isHidden(kMiddle));
  }
}

TEST_CASE("what nothing explains is noticed once it stays, and taken as it is at last") {
  SeenTable table(kArea);
  table.look(bareTable(), kView);
  table.understand(kNoPiece);
  const cv::Mat picture = tableWith({20, 20, 160});
  const auto rest = [&] {
    table.look(picture, kView);
    table.understand(kNoPiece);
  };
  rest();
  CHECK(table.isHidden(kMiddle));
  CHECK_FALSE(table.isHiddenSinceEarlier());
  rest();
  CHECK(table.isHidden(kMiddle));
  CHECK(table.isHiddenSinceEarlier());
  for (int more = 0; more < 8; ++more) rest();
  CHECK_FALSE(table.isHidden(kMiddle));
  CHECK_FALSE(table.isHiddenSinceEarlier());
}

TEST_CASE("a table that got darker all over has not changed") {
  SeenTable table(kArea);
  table.look(bareTable(), kView);
  table.understand(kNoPiece);
  cv::Mat dim;
  bareTable().convertTo(dim, -1, 0.8);
  table.look(dim, kView);
  CHECK_FALSE(table.changed(kMiddle));
  CHECK(table.changedAreas(5).empty());
}
