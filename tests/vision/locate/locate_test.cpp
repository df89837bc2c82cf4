#include <algorithm>
#include <catch2/catch.hpp>
#include <opencv2/imgproc.hpp>

#include "tests/vision/table_picture.h"
#include "vision/edition/edition.h"
#include "vision/locate/marker_finder.h"
#include "vision/locate/table_fit.h"
#include "vision/locate/table_keeper.h"
#include "vision/locate/which_table.h"

using namespace octo;
using namespace octo::vision;
using namespace octo::vision::testing;

namespace {

cv::Mat greyOf(const cv::Mat& bgr) {
  cv::Mat gray;
  cv::cvtColor(bgr, gray, cv::COLOR_BGR2GRAY);
  return gray;
}

std::vector<PrintedMark> boardMarks() { return printEdition(GameId::Octagone).marks(); }

/// The farthest that any box centre is put from where it lies, mm.
double worstMm(const TableView& found, const TableView& truth) {
  double worst = 0;
  for (int row = 0; row < 6; ++row)
    for (int column = 0; column < 7; ++column) {
      const TablePoint centre{-165.0 + 55 * column, 137.5 - 55 * row};
      const TablePoint seen = found.tableFromImage(truth.imageFromTable(centre));
      worst = std::max(worst, std::hypot(seen.x - centre.x, seen.y - centre.y));
    }
  return worst;
}

const cv::Mat& emptyBoard() {
  static const cv::Mat board = drawTable({});
  return board;
}

/// An arm as a wide skin-coloured band from outside the table to a point.
cv::Mat withArm(const cv::Mat& table, TablePoint from, TablePoint to, double widthMm = 80) {
  cv::Mat scene = table.clone();
  const auto pixel = [](TablePoint p) {
    return cv::Point(static_cast<int>((p.x + 280) * kTableScale), static_cast<int>((240 - p.y) * kTableScale));
  };
  cv::line(scene, pixel(from), pixel(to), {120, 150, 200}, static_cast<int>(widthMm * kTableScale));
  return scene;
}

}  // namespace

TEST_CASE("the board is found to half a millimetre from any side at any tilt") {
  const double tilt = GENERATE(0.0, 25.0, 45.0), azimuth = GENERATE(0.0, 90.0, 200.0, 315.0);
  const Picture picture = photograph(emptyBoard(), {.tilt = tilt, .azimuth = azimuth});
  const auto found = findMarkers(greyOf(picture.bgr));
  const auto fit = fitTable(found, boardMarks());
  CAPTURE(tilt, azimuth, found.size());
  REQUIRE(fit);
  CHECK(fit->markers.size() >= 11);
  CHECK(worstMm(fit->view, picture.view) < 0.5);
}

TEST_CASE("the board is found in warm, dim and uneven light, in noise, blur and coarse JPEG") {
  const auto [light, sensor] = GENERATE(table<Light, Sensor>({
      {{.gain = 0.9, .balance = {0.45, 0.8, 1.0}}, {}},
      {{.gain = 0.18}, {.noise = 5}},
      {{.slope = 0.7, .shadowAt = 0}, {.noise = 4}},
      {{}, {.blur = 2.2, .noise = 4}},
      {{.glare = 150}, {.blur = 1.2, .jpeg = 30}},
  }));
  const Picture picture = photograph(emptyBoard(), {.tilt = 30, .azimuth = 30}, light, sensor);
  const auto fit = fitTable(findMarkers(greyOf(picture.bgr)), boardMarks());
  REQUIRE(fit);
  CAPTURE(fit->markers.size(), light.gain, sensor.blur);
  CHECK(fit->markers.size() >= 6);
  CHECK(worstMm(fit->view, picture.view) < 1.0);
}

TEST_CASE("the board is found in small and in large pictures") {
  const int width = GENERATE(960, 1280, 4000);
  const Picture picture = photograph(emptyBoard(), {.tilt = 20, .size = {width, width * 9 / 16}});
  const auto fit = fitTable(findMarkers(greyOf(picture.bgr)), boardMarks());
  CAPTURE(width);
  REQUIRE(fit);
  CHECK(worstMm(fit->view, picture.view) < 1.0);
}

TEST_CASE("an arm over half the markers leaves the board found") {
  const cv::Mat scene = withArm(withArm(emptyBoard(), {-280, -240}, {150, 176}), {280, 0}, {180, 0}, 150);
  const Picture picture = photograph(scene, {.tilt = 35, .azimuth = 140});
  const auto fit = fitTable(findMarkers(greyOf(picture.bgr)), boardMarks());
  REQUIRE(fit);
  CHECK(worstMm(fit->view, picture.view) < 1.0);
}

TEST_CASE("a marker that lies elsewhere is outvoted") {
  const Picture picture = photograph(emptyBoard(), {});
  auto found = findMarkers(greyOf(picture.bgr));
  REQUIRE(found.size() >= 11);
  for (ImagePoint& corner : found.front().corners) corner.x += 200;
  const auto fit = fitTable(found, boardMarks());
  REQUIRE(fit);
  CHECK(fit->markers.size() == found.size() - 1);
  CHECK(worstMm(fit->view, picture.view) < 0.5);
}

TEST_CASE("no marker is found where there is none") {
  cv::Mat cloth(1080, 1920, CV_8UC3), noise(1080, 1920, CV_8UC3);
  for (int y = 0; y < cloth.rows; ++y)
    for (int x = 0; x < cloth.cols; ++x)
      cloth.at<cv::Vec3b>(y, x) = (x / 37 + y / 37) % 2 == 0 ? cv::Vec3b(30, 30, 200) : cv::Vec3b(230, 230, 230);
  cv::RNG(3).fill(noise, cv::RNG::UNIFORM, 0, 256);
  CHECK(findMarkers(greyOf(cloth)).empty());
  CHECK(findMarkers(greyOf(noise)).empty());
  CHECK(findMarkers(cv::Mat(1080, 1920, CV_8UC1, cv::Scalar(128))).empty());
  CHECK(findMarkers(cv::Mat(32, 32, CV_8UC1, cv::Scalar(128))).empty());
  CHECK_FALSE(fitTable({}, boardMarks()));
}

TEST_CASE("a bumped table is found again by itself, and a table that stands is not moved by noise") {
  TableKeeper keeper(boardMarks(), {}, {});
  CHECK_FALSE(keeper.confirm(cv::Mat(1080, 1920, CV_8UC1, cv::Scalar(90))));
  CHECK_FALSE(keeper.view());
  const Picture first = photograph(emptyBoard(), {.tilt = 20});
  CHECK(keeper.confirm(greyOf(first.bgr)));
  const Picture same = photograph(emptyBoard(), {.tilt = 20}, {.gain = 0.8}, {.noise = 4, .seed = 2});
  CHECK_FALSE(keeper.confirm(greyOf(same.bgr)));
  const double bump = GENERATE(0.6, 4.0, 30.0);
  const Picture second = photograph(emptyBoard(), {.tilt = 20, .roll = bump, .fill = 0.85});
  CHECK(keeper.confirm(greyOf(second.bgr)));
  REQUIRE(keeper.view());
  CHECK(worstMm(*keeper.view(), second.view) < 0.6);
}

TEST_CASE("a table whose markers are all hidden keeps its view but is not sure") {
  TableKeeper keeper(boardMarks(), {}, {});
  const Picture picture = photograph(emptyBoard(), {.tilt = 20});
  keeper.search(greyOf(picture.bgr));
  CHECK(keeper.sure());
  CHECK_FALSE(keeper.confirm(cv::Mat(1080, 1920, CV_8UC1, cv::Scalar(90))));
  CHECK_FALSE(keeper.sure());
  CHECK(keeper.view());
  keeper.confirm(greyOf(picture.bgr));
  CHECK(keeper.sure());
}

TEST_CASE("four given corners are a view until markers are seen") {
  const Picture picture = photograph(emptyBoard(), {.tilt = 20});
  const std::vector<TablePoint> places{{-218.5, 191}, {218.5, 191}, {218.5, -191}, {-218.5, -191}};
  std::vector<ImagePoint> corners;
  for (const TablePoint& place : places) corners.push_back(picture.view.imageFromTable(place));
  TableKeeper keeper(boardMarks(), corners, places);
  REQUIRE(keeper.view());
  CHECK(keeper.sure());
  CHECK(worstMm(*keeper.view(), picture.view) < 0.01);
  const Picture other = photograph(emptyBoard(), {.tilt = 40});
  CHECK(keeper.confirm(greyOf(other.bgr)));
  CHECK(worstMm(*keeper.view(), other.view) < 0.6);
}

namespace {

const std::vector<TablePoint> kBoardCorners{{-218.5, 191}, {218.5, 191}, {218.5, -191}, {-218.5, -191}};

/// A board whose printed marks were cut off, and the four single markers beside it as people lay them.
cv::Mat boardWithoutMarks(const std::vector<LaidShield>& laid) {
  cv::Mat table = drawTable({});
  const auto at = [](double x, double y) { return cv::Point2d((x + 280) * kTableScale, (240 - y) * kTableScale); };
  for (const PrintedMark& mark : boardMarks()) {
    const double half = mark.sizeMm * 0.75;
    cv::rectangle(table, at(mark.centre.x - half, mark.centre.y + half), at(mark.centre.x + half, mark.centre.y - half),
                  {80, 51, 31}, cv::FILLED);
  }
  cv::Mat with = drawTable(laid, false), alone = drawTable({}, false), differs;
  cv::absdiff(with, alone, differs);
  cv::transform(differs, differs, cv::Matx13f(1, 1, 1));
  with.copyTo(table, differs > 0);
  return table;
}

std::vector<LaidShield> cornerMarkers() {
  return {{"marker:0", {-219.5, 192}, 3},
          {"marker:1", {219, 190}, -4},
          {"marker:2", {217.5, -191}, 2},
          {"marker:3", {-218, -192}, 0}};
}

}  // namespace

TEST_CASE("four single markers at the corners of the play area tell where it lies") {
  const double tilt = GENERATE(0.0, 40.0), azimuth = GENERATE(0.0, 130.0);
  const Picture picture =
      photograph(boardWithoutMarks(cornerMarkers()), {.tilt = tilt, .azimuth = azimuth, .fill = 0.8});
  TableKeeper keeper(boardMarks(), {}, kBoardCorners);
  keeper.search(greyOf(picture.bgr));
  REQUIRE(keeper.view());
  CHECK(keeper.foundBy() == FoundBy::CornerMarkers);
  CHECK(worstMm(*keeper.view(), picture.view) < 2.5);  // they were laid up to 1.5 mm off
  CHECK_FALSE(keeper.confirm(greyOf(picture.bgr)));
  CHECK(keeper.sure());
}

TEST_CASE("three single markers tell nothing, and printed marks count more than single ones") {
  auto markers = cornerMarkers();
  markers.pop_back();
  TableKeeper keeper(boardMarks(), {}, kBoardCorners);
  keeper.search(greyOf(photograph(boardWithoutMarks(markers), {.fill = 0.8}).bgr));
  CHECK_FALSE(keeper.view());
  keeper.search(greyOf(photograph(boardWithoutMarks(cornerMarkers()), {.fill = 0.8}).bgr));
  CHECK(keeper.foundBy() == FoundBy::CornerMarkers);
  const Picture printed = photograph(emptyBoard(), {.fill = 0.8});
  keeper.confirm(greyOf(printed.bgr));
  CHECK(keeper.foundBy() == FoundBy::Marks);
  CHECK(worstMm(*keeper.view(), printed.view) < 0.6);
}

TEST_CASE("single markers that are bumped are followed, and given corners give way to them") {
  std::vector<ImagePoint> corners{{400, 200}, {1500, 210}, {1490, 900}, {390, 890}};
  TableKeeper keeper(boardMarks(), corners, kBoardCorners);
  CHECK(keeper.foundBy() == FoundBy::GivenCorners);
  const cv::Mat table = boardWithoutMarks(cornerMarkers());
  CHECK(keeper.confirm(greyOf(photograph(table, {.fill = 0.8}).bgr)));
  CHECK(keeper.foundBy() == FoundBy::CornerMarkers);
  const Picture bumped = photograph(table, {.roll = 5, .fill = 0.75});
  CHECK(keeper.confirm(greyOf(bumped.bgr)));
  CHECK(worstMm(*keeper.view(), bumped.view) < 2.5);
  keeper.reset();
  CHECK(keeper.foundBy() == FoundBy::GivenCorners);
}

TEST_CASE("whose mat or board lies there is told by its marks, from above and at a slant") {
  for (const GameId game : kGames) {
    const Edition& edition = printEdition(game);
    for (const int players : playersWithGround(edition)) {
      const FaceArt& ground = edition.art(edition.ground(players));
      cv::Mat drawn;
      cv::cvtColor(drawFace(edition, ground.face, std::min(1800 / ground.widthMm, 1020 / ground.heightMm)), drawn,
                   cv::COLOR_BGRA2BGR);
      for (const float slant : {0.0f, 110.0f}) {
        const auto w = static_cast<float>(drawn.cols), h = static_cast<float>(drawn.rows);
        const float x = (1920 - w) / 2, y = (1080 - h) / 2;
        const std::vector<cv::Point2f> from{{0, 0}, {w, 0}, {w, h}, {0, h}},
            to{{x + slant, y + slant / 2}, {x + w - slant, y + slant / 3}, {x + w, y + h}, {x, y + h}};
        cv::Mat picture(1080, 1920, CV_8UC3, cv::Scalar(70, 92, 110));
        cv::warpPerspective(drawn, picture, cv::getPerspectiveTransform(from, to), picture.size(), cv::INTER_AREA,
                            cv::BORDER_TRANSPARENT);
        INFO(name(game) << " for " << players << ", slant " << slant);
        const auto found = whichTable(picture);
        REQUIRE(found);
        CHECK(found->game == game);
        CHECK(std::find(found->players.begin(), found->players.end(), players) != found->players.end());
        cv::rectangle(picture, {0, 0, 960, 1080}, cv::Scalar(70, 92, 110), cv::FILLED);
        CHECK((!whichTable(picture) || game == GameId::Octagone));  // two marks of a mat do not tell it
      }
    }
  }
  CHECK_FALSE(whichTable(cv::Mat(540, 960, CV_8UC3, cv::Scalar(70, 92, 110))));
}
