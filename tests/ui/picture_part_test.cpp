#include "ui/views/picture_part.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>
#include <vector>

using namespace octo;
using octo::ui::PicturePart;
using octo::ui::QuarterTurn;

namespace {

const cv::Size kFullHd{1920, 1080};
constexpr TableRect kTable{-200, -150, 200, 150};

/// A camera straight above the table, so many pixels a millimetre, that sees its middle there and the table turned
/// clockwise by so many degrees.
vision::TableView above(double pixelsPerMm, cv::Point2d middle, double degrees = 0) {
  const double turn = degrees * std::numbers::pi / 180, c = std::cos(turn) * pixelsPerMm,
               s = std::sin(turn) * pixelsPerMm;
  const cv::Matx33d imageFromTable{c, s, middle.x, s, -c, middle.y, 0, 0, 1};
  return vision::TableView::fromHomography(imageFromTable.inv()).value();
}

bool sees(const PicturePart& part, vision::ImagePoint point) {
  const cv::Point2d at = part.shown(point);
  return at.x >= 0 && at.y >= 0 && at.x <= part.size().width && at.y <= part.size().height;
}

}  // namespace

TEST_CASE("a small table is cut out with room for the hands, as wide for its height as the room") {
  const auto view = above(1, {700, 500});
  const double aspect = GENERATE(0.8, 16.0 / 9);
  const QuarterTurn turn(GENERATE(0, 1, 2, 3));
  const PicturePart part = ui::partWithTable(view, kTable, kFullHd, turn, aspect, {});
  CAPTURE(part.rect, aspect, turn.quarters());
  CHECK(part.rect.area() < kFullHd.area() / 2);
  for (const TablePoint& corner : vision::cornersOf({-240, -190, 240, 190}))
    CHECK(sees(part, view.imageFromTable(corner)));
  CHECK(static_cast<double>(part.size().width) / part.size().height == Approx(aspect).margin(0.02));
}

TEST_CASE("a table at the picture's edge is cut out where the picture is") {
  const auto view = above(1.5, {1700, 300});
  const PicturePart part = ui::partWithTable(view, kTable, kFullHd, {}, 16.0 / 9, {});
  CHECK((part.rect & cv::Rect({}, kFullHd)) == part.rect);
  CHECK(part.rect.br().x == kFullHd.width);
  CHECK(part.rect.y == 0);
}

TEST_CASE("all of the picture is shown where the table fills it or lies far out of it") {
  const cv::Rect all({}, kFullHd);
  CHECK(ui::partWithTable(above(3, {960, 540}), kTable, kFullHd, {}, 16.0 / 9, {}).rect == all);
  CHECK(ui::partWithTable(above(1, {9000, 540}), kTable, kFullHd, {}, 16.0 / 9, {}).rect == all);
}

TEST_CASE("the part stays while the table stirs, and goes with it where it is moved") {
  const auto part = [](cv::Point2d middle, const PicturePart& before) {
    return ui::partWithTable(above(1, middle), kTable, kFullHd, {}, 16.0 / 9, before);
  };
  const PicturePart first = part({700, 500}, {});
  CHECK(part({706, 497}, first) == first);
  const PicturePart moved = part({900, 500}, first);
  CHECK(moved.rect.x == first.rect.x + 200);
  CHECK(ui::partWithTable(above(1, {700, 500}), kTable, kFullHd, QuarterTurn(1), 16.0 / 9, first) != first);
}

TEST_CASE("a pixel of the picture and its place in the turned part are the same both ways") {
  const QuarterTurn turn(GENERATE(0, 1, 2, 3));
  const PicturePart part{{100, 50, 400, 300}, turn};
  const vision::ImagePoint point{180, 310};
  const cv::Point2d at = part.shown(point);
  CHECK(sees(part, point));
  CHECK(part.picture(at).x == Approx(point.x));
  CHECK(part.picture(at).y == Approx(point.y));
  // Clockwise: what was at the upper left is then at the upper right, and so on.
  const std::vector<cv::Point2d> upperLeft{{0, 0}, {300, 0}, {400, 300}, {0, 400}};
  const cv::Point2d corner = part.shown({100, 50});
  CHECK(corner.x == Approx(upperLeft[static_cast<std::size_t>(turn.quarters())].x));
  CHECK(corner.y == Approx(upperLeft[static_cast<std::size_t>(turn.quarters())].y));
}

TEST_CASE("the drawing lies as the camera sees the table, and does not waver between two ways") {
  const auto turnAt = [](double degrees, int before) {
    return ui::seenTurn(above(1, {900, 500}, degrees), kTable, QuarterTurn(before)).quarters();
  };
  CHECK(turnAt(3, 0) == 0);
  CHECK(turnAt(88, 0) == 1);
  CHECK(turnAt(180, 0) == 2);
  CHECK(turnAt(-91, 0) == 3);
  CHECK(turnAt(48, 0) == 0);
  CHECK(turnAt(48, 1) == 1);
}

TEST_CASE("arrows in a sentence turn with the board") {
  CHECK(ui::withArrowsTurned("green on b4 ↗", QuarterTurn(0)) == "green on b4 ↗");
  CHECK(ui::withArrowsTurned("green on b4 ↗", QuarterTurn(1)) == "green on b4 ↘");
  CHECK(ui::withArrowsTurned("緑をb4へ ← (↖)", QuarterTurn(3)) == "緑をb4へ ↓ (↙)");
}

TEST_CASE("an extent goes round all zones") {
  Layout layout;
  CHECK(ui::extentOf(layout).x1 == 0);
  layout.zones = {{"a", {-10, 0, 5, 20}, {}}, {"b", {0, -30, 40, 4}, {}}};
  const TableRect all = ui::extentOf(layout);
  CHECK(all.x0 == -10);
  CHECK(all.y0 == -30);
  CHECK(all.x1 == 40);
  CHECK(all.y1 == 20);
}
