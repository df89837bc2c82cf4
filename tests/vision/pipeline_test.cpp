#include <algorithm>
#include <catch2/catch.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/vision/read/coded/card_table.h"
#include "tests/vision/table_picture.h"
#include "tracker/vocabulary/cell.h"
#include "vision/edition/edition.h"
#include "vision/pipeline.h"

using namespace octo;
using namespace octo::vision;
using namespace octo::vision::testing;

namespace {

constexpr double kRate = 30.0;

TablePoint centreOf(int column, int row) { return {-165.0 + 55 * column, 137.5 - 55 * row}; }

cv::Point pixel(TablePoint p) {
  return {static_cast<int>((p.x + 280) * kTableScale), static_cast<int>((240 - p.y) * kTableScale)};
}

cv::Mat withArm(const cv::Mat& table, TablePoint from, TablePoint to) {
  cv::Mat scene = table.clone();
  cv::line(scene, pixel(from), pixel(to), {105, 140, 190}, static_cast<int>(55 * kTableScale));
  cv::line(scene, pixel(from), pixel({(from.x + to.x) / 2, (from.y + to.y) / 2}), {60, 40, 30},
           static_cast<int>(80 * kTableScale));
  return scene;
}

const Camera kCamera{.tilt = 25, .azimuth = 20, .fill = 0.8, .size = {1280, 720}};

/// A pipeline and the frames it is fed.
class Film {
 public:
  explicit Film(PipelineOptions options = {}) : pipeline_(std::move(options)) {}

  /// This many frames of one picture, each with noise of its own; the observations made in them.
  std::vector<Observation> show(const cv::Mat& table, int frames, const Camera& camera = kCamera) {
    std::vector<Observation> made;
    for (int i = 0; i < frames; ++i) {
      // Six pictures of the same are made, then shown again: noise differs from frame to frame.
      const Sensor sensor{.blur = 0.6, .noise = 2, .jpeg = 0, .seed = static_cast<std::uint64_t>(i % 2)};
      if (i < 2) pictures_[i] = photograph(table, camera, {}, sensor).bgr;
      view_ = pipeline_.step({pictures_[i % 2], frame_, static_cast<double>(frame_) / kRate});
      ++frame_;
      if (view_.observation) made.push_back(*view_.observation);
    }
    return made;
  }
  Pipeline& pipeline() { return pipeline_; }
  const View& view() const { return view_; }
  std::int64_t frame() const { return frame_; }

 private:
  Pipeline pipeline_;
  cv::Mat pictures_[2];
  View view_;
  std::int64_t frame_ = 0;
};

}  // namespace

TEST_CASE("a shield that is laid is observed within half a second of rest, with the hand that laid it") {
  const LaidShield first{"shield:lady", centreOf(1, 1), 45}, second{"shield:green", centreOf(4, 3), 180};
  const cv::Mat before = drawTable({first}), after = drawTable({first, second});
  Film film;
  auto seen = film.show(before, 15);
  REQUIRE(seen.size() == 1);
  REQUIRE(seen[0].pieces.size() == 1);
  CHECK(seen[0].pieces[0].face() == Face("shield:lady"));
  CHECK(film.view().state == TableState::AtRest);
  const TablePoint hand{centreOf(4, 3).x + 20, centreOf(4, 3).y};
  for (const double reach : {0.3, 0.7, 1.0}) {
    const TablePoint tip{280 + (hand.x - 280) * reach, hand.y};
    CHECK(film.show(withArm(before, {280, hand.y}, tip), 2).empty());
  }
  CHECK(film.view().state != TableState::AtRest);
  CHECK(film.show(withArm(after, {280, hand.y}, {150, hand.y}), 2).empty());
  const std::int64_t still = film.frame();
  seen = film.show(after, 12);
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].frame == still);
  REQUIRE(seen[0].pieces.size() == 2);
  CHECK(seen[0].pieces[1].face() == Face("shield:green"));
  CHECK(Facing::nearest(seen[0].pieces[1].pose.angle) == Facing::S);
  REQUIRE(seen[0].forearms.size() == 1);
  CHECK(seen[0].forearms[0].from == Side::Right);
  CHECK(seen[0].forearms[0].confidence > 0.8);
  CHECK(seen[0].forearms[0].reached.x == Approx(hand.x).margin(45));
  CHECK(seen[0].hidden.empty());
  CHECK(film.show(after, 30).empty());
}

TEST_CASE("every photograph is a table at rest, also from another place and with nothing changed") {
  const LaidShield first{"shield:lady", centreOf(1, 1), 45}, second{"shield:green", centreOf(4, 3), 180},
      third{"shield:red", centreOf(4, 0), 90};
  const std::vector<std::vector<LaidShield>> tables{{first}, {first, second}, {first, second}, {second, third}};
  const std::vector<Camera> places{
      kCamera, kCamera, kCamera, {.tilt = 35, .azimuth = 60, .fill = 0.7, .size = {1280, 720}}};
  Pipeline pipeline({});
  for (std::size_t i = 0; i < tables.size(); ++i) {
    CAPTURE(i);
    const View view = pipeline.step(
        {photograph(drawTable(tables[i]), places[i]).bgr, static_cast<std::int64_t>(i), static_cast<double>(i), true});
    REQUIRE(view.observation);
    CHECK(view.state == TableState::AtRest);
    CHECK(view.observation->frame == static_cast<std::int64_t>(i));
    CHECK(view.observation->hidden.empty());
    REQUIRE(view.observation->pieces.size() == tables[i].size());
    for (const LaidShield& shield : tables[i])
      CHECK(std::any_of(view.observation->pieces.begin(), view.observation->pieces.end(),
                        [&](const SeenPiece& piece) { return piece.face() == Face(shield.face); }));
  }
}

TEST_CASE("shields beside the board are none of the game's, however near they lie") {
  const cv::Mat table = drawTable({{"shield:blue", centreOf(2, 2), 0},
                                   {"shield:red", {-165, 212}, 30},
                                   {"shield:joker", {-112, 215}, 200},
                                   {"shield:lady", {242, 0}, 100},
                                   {"shield:green", {240, -60}, 0},
                                   {"shield:yellow", {0, -213}, 90}});
  Film film;
  const auto seen = film.show(table, 12);
  REQUIRE(seen.size() == 1);
  REQUIRE(seen[0].pieces.size() == 1);
  CHECK(seen[0].pieces[0].face() == Face("shield:blue"));
  CHECK(seen[0].hidden.empty());
}

TEST_CASE("a hand that lies still hides boxes and is not read") {
  const cv::Mat table = drawTable({{"shield:blue", centreOf(2, 2), 0}});
  Film film;
  film.show(table, 10);
  const auto seen = film.show(withArm(table, {0, -240}, {0, 20}), 12);
  REQUIRE_FALSE(seen.empty());
  REQUIRE(seen.back().pieces.size() == 1);
  CHECK(seen.back().pieces[0].face() == Face("shield:blue"));
  CHECK(seen.back().hidden.size() >= 3);
}

TEST_CASE("a card that lies still is observed while a hand moves elsewhere, and the whole table once that is gone") {
  const std::vector<LaidCard> before{{Face("3:greater:up"), {-120, 60}, 2}, {Face("5:less:both"), {40, 70}, -4}};
  auto after = before;
  after.push_back({Face("2:equal:both"), {-100, -80}, 8});
  const cv::Mat first = tableWith(GameId::Octal, before), second = tableWith(GameId::Octal, after);
  PipelineOptions options;
  options.game = GameId::Octal;
  const auto area = Pipeline(options).playArea();
  const TableView view = photograph(first, kCamera).view;
  for (const TablePoint corner : cornersOf(area)) options.corners.push_back(view.imageFromTable(corner));
  Film film(options);
  film.pipeline().observeParts(true);
  const auto start = film.show(first, 40);
  REQUIRE(start.size() >= 1);
  CHECK(start.back().pieces.size() == 2);

  std::vector<Observation> moving;
  const auto withHand = [&](const cv::Mat& table, int frame) {
    return withArm(table, {300, 40}, {150.0 - 20 * (frame % 5), 20.0 + 15 * (frame % 5)});
  };
  for (int frame = 0; frame < 24; ++frame)
    for (Observation& seen : film.show(withHand(frame < 4 ? first : second, frame), 1))
      moving.push_back(std::move(seen));
  REQUIRE(moving.size() == 1);
  CHECK(moving.front().inPart);
  CHECK(std::any_of(moving.front().pieces.begin(), moving.front().pieces.end(),
                    [](const SeenPiece& piece) { return piece.face() == Face("2:equal:both"); }));
  CHECK_FALSE(moving.front().hidden.empty());
  REQUIRE(moving.front().forearms.size() == 1);

  const auto rested = film.show(second, 20);
  REQUIRE(rested.size() == 1);
  CHECK_FALSE(rested.front().inPart);
  CHECK(rested.front().pieces.size() == 3);
  REQUIRE(rested.front().forearms.size() == 1);  // it has drawn back and come again
}

TEST_CASE("a bumped camera is no event: the table is found again and the same pieces are read") {
  const cv::Mat table = drawTable({{"shield:blue", centreOf(2, 2), 0}, {"shield:joker", centreOf(5, 4), 270}});
  Film film;
  film.show(table, 10);
  const auto seen = film.show(table, 12, {.tilt = 28, .azimuth = 26, .roll = 4, .fill = 0.75, .size = {1280, 720}});
  REQUIRE(seen.size() == 1);
  REQUIRE(seen[0].pieces.size() == 2);
  CHECK(seen[0].pieces[0].face() == Face("shield:blue"));
  CHECK(seen[0].pieces[1].face() == Face("shield:joker"));
  CHECK(Facing::nearest(seen[0].pieces[1].pose.angle) == Facing::W);
}

TEST_CASE("without a table nothing is observed, and one that comes into view is found") {
  Film film;
  CHECK(film.show(drawTable({}, false), 20).empty());
  CHECK(film.view().state == TableState::Searching);
  CHECK_FALSE(film.view().table);
  CHECK(film.show(drawTable({}), 20).size() == 1);
  CHECK(film.view().table);
}

TEST_CASE("a camera that changes its size is another view of the same table") {
  Film film;
  film.show(drawTable({}), 10);
  const Camera smaller{.tilt = 25, .azimuth = 20, .fill = 0.8, .size = {960, 540}};
  film.show(drawTable({}), 1, smaller);
  if (film.view().table) CHECK(std::abs(film.view().table->tableFromImage({480, 270}).x) < 40);
  const auto seen = film.show(drawTable({}), 12, smaller);
  REQUIRE(seen.size() == 1);
  CHECK(seen[0].pieces.empty());
  CHECK(seen[0].hidden.empty());
}

TEST_CASE("a board without its marks is read by four corners that a person shows, a few pixels off") {
  cv::Mat table = drawTable({{"shield:red", centreOf(0, 0), 90},
                             {"shield:lady", centreOf(3, 3), 180},
                             {"shield:purple", centreOf(6, 5), 315}});
  for (const PrintedMark& mark : printEdition(GameId::Octagone).marks()) {
    const TablePoint c = mark.centre;
    cv::rectangle(table, pixel({c.x - 12, c.y + 12}), pixel({c.x + 12, c.y - 12}), {80, 51, 31}, cv::FILLED);
  }
  const Camera camera{.tilt = 30, .azimuth = 200, .fill = 0.85};
  const Picture picture = photograph(table, camera);
  CHECK_FALSE(recognize(GameId::Octagone, picture.bgr).table);
  std::vector<ImagePoint> corners;
  for (const TablePoint corner : {TablePoint{-218.5, 191}, {218.5, 191}, {218.5, -191}, {-218.5, -191}})
    corners.push_back(picture.view.imageFromTable(corner));
  corners[0].x += 3, corners[1].y -= 3, corners[2].x += 2, corners[3].y -= 2;
  const Recognition seen = recognize(GameId::Octagone, picture.bgr, corners);
  REQUIRE(seen.table);
  CHECK(seen.foundBy == FoundBy::GivenCorners);
  REQUIRE(seen.pieces.size() == 3);
  CHECK(seen.pieces[0].faces.front().face == Face("shield:red"));
  CHECK(seen.pieces[1].faces.front().face == Face("shield:lady"));
  CHECK(Facing::nearest(seen.pieces[1].pose->angle) == Facing::S);
  CHECK(seen.pieces[2].faces.front().face == Face("shield:purple"));

  Pipeline pipeline({});
  View view;
  for (int i = 0; i < 20; ++i) view = pipeline.step({picture.bgr, i, i / kRate});
  CHECK(view.foundBy == FoundBy::Nothing);
  pipeline.setCorners(corners);
  std::shared_ptr<const Observation> observed;
  for (int i = 20; i < 60 && !observed; ++i) observed = pipeline.step({picture.bgr, i, i / kRate}).observation;
  REQUIRE(observed);
  CHECK(observed->pieces.size() == 3);
  CHECK(observed->hidden.empty());
}

TEST_CASE("a single picture is recognized with its table, and one without a board shows nothing") {
  const Picture picture = photograph(drawTable({{"shield:red", centreOf(0, 0), 90}}), {.tilt = 30, .azimuth = 200});
  const Recognition seen = recognize(GameId::Octagone, picture.bgr);
  REQUIRE(seen.table);
  REQUIRE(seen.pieces.size() == 1);
  CHECK(seen.pieces[0].faces.front().face == Face("shield:red"));
  CHECK(seen.pieces[0].outline.size() == 8);
  CHECK(recognize(GameId::Octagone, cv::Mat(480, 640, CV_8UC3, cv::Scalar::all(127))).pieces.empty());
  CHECK(recognize(GameId::Octagone, cv::Mat(32, 32, CV_8UC3, cv::Scalar::all(0))).pieces.empty());
}
