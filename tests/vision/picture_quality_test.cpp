#include "vision/settle/picture_quality.h"

#include <catch2/catch.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "tests/vision/table_picture.h"
#include "vision/pipeline.h"

using namespace octo;
using namespace octo::vision;

namespace {

/// A picture of a bundled recording in which the table is at rest and found.
struct Shot {
  cv::Mat bgr;
  TableView view;
  TableRect area;

  PictureQuality quality() const { return qualityOf(bgr, view, area); }
};

Shot shotOf(const std::string& game) {
  const auto source = openSource(std::string(OCTO_SOURCE_DIR) + "/datasets/recordings/" + game + "_demo/video.mp4");
  Pipeline pipeline({.game = *parseGame(game), .corners = {}, .players = game == "octal" ? 4 : 2});
  for (Frame frame; source->next(frame);) {
    const View view = pipeline.step(frame);
    if (view.observation) return {frame.bgr.clone(), *view.table, pipeline.playArea()};
  }
  throw std::runtime_error(game + ": no table was found in the recording");
}

cv::Mat darkened(const cv::Mat& bgr, double gain) {
  cv::Mat dark;
  bgr.convertTo(dark, -1, gain);
  return dark;
}

cv::Mat blurred(const cv::Mat& bgr, double sigma) {
  cv::Mat soft;
  cv::GaussianBlur(bgr, soft, {}, sigma * bgr.cols / 1920.0);
  return soft;
}

cv::Mat withLamp(const cv::Mat& bgr) {
  cv::Mat lit = bgr.clone();
  cv::ellipse(lit, {bgr.cols / 2, bgr.rows / 2}, {bgr.cols / 4, bgr.rows / 4}, 0, 0, 360, cv::Scalar::all(255), -1);
  return lit;
}

}  // namespace

TEST_CASE("nothing is wrong with the pictures of the bundled recordings, and each fault made in them is told") {
  for (const std::string game : {"octagone", "octal", "oct8", "octa"}) {
    const Shot shot = shotOf(game);
    const auto troubleIn = [&](const cv::Mat& bgr) { return troubleOf(qualityOf(bgr, shot.view, shot.area)); };
    CAPTURE(game);
    CHECK_FALSE(troubleIn(shot.bgr));
    CHECK_FALSE(troubleIn(darkened(shot.bgr, 0.6)));
    CHECK(troubleIn(darkened(shot.bgr, 0.2)) == PictureTrouble::Dark);
    CHECK_FALSE(troubleIn(blurred(shot.bgr, 0.7)));
    CHECK(troubleIn(blurred(shot.bgr, 6)) == PictureTrouble::Blurred);
    CHECK(troubleIn(withLamp(shot.bgr)) == PictureTrouble::Glare);
  }
}

TEST_CASE("a table that is cut off or far away is told") {
  const Shot shot = shotOf("octagone");
  cv::Matx33d shifted = shot.view.homography() * cv::Matx33d(1, 0, 500, 0, 1, 0, 0, 0, 1);
  const cv::Mat right = shot.bgr.colRange(500, shot.bgr.cols).clone();
  const auto cut = qualityOf(right, TableView::fromHomography(shifted), shot.area);
  REQUIRE(cut.outside);
  CHECK(*cut.outside > 0.05);
  CHECK(troubleOf(cut) == PictureTrouble::CutOff);

  cv::Mat quarter;
  cv::resize(shot.bgr, quarter, {}, 0.25, 0.25, cv::INTER_AREA);
  const auto far = qualityOf(
      quarter, TableView::fromHomography(shot.view.homography() * cv::Matx33d(4, 0, 0, 0, 4, 0, 0, 0, 1)), shot.area);
  REQUIRE(far.scale);
  CHECK(*far.scale == Approx(*shot.quality().scale / 4).epsilon(0.01));
  CHECK(troubleOf({.light = 200, .edge = {}, .glare = 0, .scale = far.scale, .outside = 0.0}) == PictureTrouble::Far);
}

TEST_CASE("a picture at the limit does not change its mind") {
  const auto dark = [](double light) {
    return PictureQuality{.light = light, .edge = {}, .glare = 0, .scale = {}, .outside = {}};
  };
  CHECK_FALSE(troubleOf(dark(75)));
  CHECK(troubleOf(dark(65)) == PictureTrouble::Dark);
  CHECK(troubleOf(dark(75), PictureTrouble::Dark) == PictureTrouble::Dark);
  CHECK_FALSE(troubleOf(dark(90), PictureTrouble::Dark));
}

TEST_CASE("while the table is not found it is told which marks are seen and where others should be") {
  Pipeline pipeline({.game = GameId::Octal, .corners = {}, .players = 4});
  const auto board = testing::photograph(testing::drawTable({}), {.fill = 0.8, .size = {1280, 720}}).bgr;
  const View view = pipeline.step({board, 0, 0.0});
  CHECK(view.state == TableState::Searching);
  REQUIRE(view.search);
  CHECK(view.search->missing.size() == 4);
  REQUIRE(view.search->seen.size() >= 8);  // of Octagone's board
  for (const SeenMark& mark : view.search->seen) CHECK_FALSE(mark.ours);
  REQUIRE(view.quality);
  CHECK_FALSE(view.quality->scale);

  Pipeline right({.game = GameId::Octagone, .corners = {}, .players = 2});
  (void)right.step({board, 0, 0.0});
  CHECK_FALSE(right.step({board, 1, 0.04}).search);
}
