#include "vision/teach/teacher.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "tests/vision/teach/drawn_cards.h"

using namespace octo;
using namespace octo::vision;

namespace {

cv::Mat shotOf(const cv::Mat& card) {
  cv::Mat picture = test::bareTable({1280, 720}, {60, 90, 130});
  test::lay(picture, card, {{520, 210}, {745, 225}, {730, 560}, {500, 545}});
  return picture;
}

const TaughtReport& of(const std::vector<TaughtReport>& reports, const char* face) {
  const auto found =
      std::find_if(reports.begin(), reports.end(), [&](const TaughtReport& each) { return each.face == Face(face); });
  REQUIRE(found != reports.end());
  return *found;
}

}  // namespace

TEST_CASE("faces that were shown are told, those too alike and those missing are not ok") {
  Teacher teacher(GameId::Oct8, "ours");
  cv::Mat nearlyThree = test::drawnCard(3);
  cv::circle(nearlyThree, {60, 60}, 4, {0, 0, 0}, cv::FILLED);
  teacher.show(Face("red:3"), shotOf(test::drawnCard(3)));
  teacher.show(Face("red:3"), shotOf(test::drawnCard(3)));
  teacher.show(Face("red:4"), shotOf(nearlyThree));
  teacher.show(Face("red:5"), shotOf(test::drawnCard(5)));
  const auto reports = teacher.report();
  CHECK(of(reports, "red:3").views == 2);
  CHECK(of(reports, "red:3").nearest == Face("red:4"));
  CHECK_FALSE(of(reports, "red:3").ok);
  CHECK_FALSE(of(reports, "red:4").ok);
  CHECK(of(reports, "red:5").ok);
  CHECK(of(reports, "blue:1").views == 0);
  CHECK_FALSE(of(reports, "blue:1").ok);
  // Backs and round pieces need not be shown.
  CHECK(std::none_of(reports.begin(), reports.end(), [](const TaughtReport& each) {
    return each.face == Face::back() || each.face == Face("chip:1");
  }));
}

TEST_CASE("a second view that lies upside down is turned like the first") {
  Teacher teacher(GameId::Oct8, "ours");
  cv::Mat turned;
  cv::rotate(test::drawnCard(3), turned, cv::ROTATE_180);
  teacher.show(Face("red:3"), shotOf(test::drawnCard(3)));
  teacher.show(Face("red:3"), shotOf(turned));
  const test::TemporaryFolder folder;
  teacher.write(folder / "ours");
  const TaughtEdition edition(folder / "ours");
  const auto& views = edition.pictures(Face("red:3"));
  REQUIRE(views.size() == 2);
  cv::Mat off;
  cv::absdiff(views[0], views[1], off);
  CHECK(cv::mean(off)[0] < 12);
}

TEST_CASE("a dark line of the table along a card is no part of it, once another picture shows the card without it") {
  Teacher teacher(GameId::Oct8, "ours");
  cv::Mat grained = shotOf(test::drawnCard(3));
  cv::fillConvexPoly(grained, std::vector<cv::Point>{{749, 226}, {761, 227}, {746, 561}, {734, 560}}, {48, 72, 104});
  teacher.show(Face("red:3"), grained);
  teacher.show(Face("red:3"), shotOf(test::drawnCard(3)));
  const test::TemporaryFolder folder;
  teacher.write(folder / "ours");
  const TaughtEdition edition(folder / "ours");
  for (const cv::Mat& view : edition.pictures(Face("red:3"))) {
    cv::Mat off;
    cv::absdiff(view, test::drawnCard(3), off);
    CHECK(cv::mean(off)[0] < 12);
  }
}

TEST_CASE("a frame that goes together in both pictures of a card is not preferred to the whole of it") {
  const cv::Mat card = test::drawnCard(3);
  const auto frameOf = [](const cv::Mat& whole) {
    cv::Mat frame;
    cv::resize(whole(cv::Rect(14, 14, whole.cols - 28, whole.rows - 28)), frame, whole.size());
    return frame;
  };
  const auto noisy = [&](int most) {
    cv::Mat grain(card.size(), CV_8UC3), picture;
    cv::RNG(7).fill(grain, cv::RNG::UNIFORM, 0, most);
    cv::add(card, grain, picture);
    return picture;
  };
  const std::vector<ImagePoint> anywhere(4);
  Teacher teacher(GameId::Oct8, "ours");
  // Of the whole card the second picture is a little noisier than of its frame.
  const cv::Mat whole = noisy(44), frame = frameOf(noisy(40));
  teacher.show(Face("red:3"), ShownPiece{{anywhere, anywhere}, {card, frameOf(card)}});
  teacher.show(Face("red:3"), ShownPiece{{anywhere, anywhere}, {whole, frame}});
  const auto& views = teacher.views(Face("red:3"));
  REQUIRE(views.size() == 2);
  CHECK(cv::norm(views[0], card, cv::NORM_INF) == 0);
  CHECK(cv::norm(views[1], whole, cv::NORM_INF) == 0);
}

TEST_CASE("what is taught is written and read again, and only where it may be") {
  const test::TemporaryFolder folder;
  Teacher teacher(GameId::Oct8, "Mine \"and\" yours");
  CHECK_THROWS_WITH(teacher.write(folder / "empty"), Catch::Contains("no piece was shown"));
  teacher.show(Face("red:3"), shotOf(test::drawnCard(3)));
  CHECK_THROWS_WITH(teacher.show(Face("10H"), shotOf(test::drawnCard(3))), Catch::Contains("no piece of Oct8"));
  CHECK_THROWS_WITH(teacher.show(Face("red:4"), test::bareTable({640, 480}, {60, 90, 130})),
                    Catch::Contains("no single piece stands out"));
  teacher.write(folder / "mine");
  const TaughtEdition edition(folder / "mine");
  CHECK(edition.list().name == "Mine \"and\" yours");
  CHECK(edition.isTaught(Face("red:3")));
  CHECK_FALSE(edition.isTaught(Face("red:4")));
  CHECK(edition.art(edition.ground(2)).shape == Shape::Mat);
  // A folder of something else is left alone.
  std::filesystem::create_directories(folder / "photos");
  std::filesystem::copy_file(folder / "mine" / "red_3.png", folder / "photos" / "holiday.png");
  CHECK_THROWS_WITH(teacher.write(folder / "photos"), Catch::Contains("holds other files"));
}
