#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <opencv2/imgproc.hpp>
#include <set>
#include <string>

#include "vision/edition/edition.h"
#include "vision/locate/marker_dictionary.h"

using namespace octo;
using namespace octo::vision;

namespace {

constexpr const char* kColours[] = {"red", "orange", "yellow", "green", "blue", "purple", "joker", "lady"};

const Edition& edition() { return printEdition(GameId::Octagone); }

cv::Mat shield(const std::string& colour) { return drawFace(edition(), Face("shield:" + colour), 4.0); }

cv::Mat grey(const cv::Mat& bgra) {
  cv::Mat result;
  cv::cvtColor(bgra, result, cv::COLOR_BGRA2GRAY);
  return result;
}

/// Root of the mean squared difference, grey levels.
double difference(const cv::Mat& a, const cv::Mat& b) {
  return cv::norm(a, b, cv::NORM_L2) / std::sqrt(static_cast<double>(a.total()));
}

cv::Mat turned(const cv::Mat& picture, int eighths) {
  const cv::Point2f centre(static_cast<float>(picture.cols - 1) / 2, static_cast<float>(picture.rows - 1) / 2);
  cv::Mat result;
  cv::warpAffine(picture, result, cv::getRotationMatrix2D(centre, -45.0 * eighths, 1.0), picture.size());
  return result;
}

}  // namespace

TEST_CASE("a shield is an octagon of 48 mm that ends at its rim") {
  const cv::Mat picture = shield("red");
  REQUIRE(picture.size() == cv::Size(192, 192));
  REQUIRE(picture.type() == CV_8UC4);
  CHECK(picture.at<cv::Vec4b>(96, 1)[3] == 255);
  CHECK(picture.at<cv::Vec4b>(1, 96)[3] == 255);
  CHECK(picture.at<cv::Vec4b>(2, 2)[3] == 0);
  cv::Mat alpha;
  cv::extractChannel(picture, alpha, 3);
  // Area of a regular octagon: 2 (√2 − 1) times its width squared.
  CHECK(cv::sum(alpha)[0] / 255 / 16 == Approx(0.828427 * 48 * 48).epsilon(0.005));
}

TEST_CASE("shields stay apart in a grey print, whichever way they lie") {
  for (const auto* a : kColours)
    for (const auto* b : kColours) {
      if (std::string_view(a) == b) continue;
      for (int eighths = 0; eighths < 8; ++eighths) {
        INFO(a << " and " << b << " turned by " << eighths << " eighths");
        CHECK(difference(grey(shield(a)), turned(grey(shield(b)), eighths)) > 15);
      }
    }
}

TEST_CASE("no shield looks like itself turned") {
  for (const auto* colour : kColours)
    for (int eighths = 1; eighths < 8; ++eighths) {
      INFO(colour << " turned by " << eighths << " eighths");
      CHECK(difference(grey(shield(colour)), turned(grey(shield(colour)), eighths)) > 20);
    }
}

TEST_CASE("the board's marks lie on the board, apart from its boxes and from each other, with ids of their own") {
  const auto& board = edition().art(Face("board"));
  const auto marks = edition().marks();
  REQUIRE(marks.size() == 12);
  std::set<int> ids;
  for (const auto& mark : marks) {
    ids.insert(mark.id);
    const double half = mark.sizeMm / 2 * (kMarkerModules + 2) / kMarkerModules;
    CHECK(std::abs(mark.centre.x) + half <= board.widthMm / 2);
    CHECK(std::abs(mark.centre.y) + half <= board.heightMm / 2);
    CHECK((std::abs(mark.centre.x) - half >= 190.0 || std::abs(mark.centre.y) - half >= 162.5));
  }
  CHECK(ids.size() == marks.size());
}

TEST_CASE("every mark is printed with the pattern of its id") {
  constexpr double kScale = 3.0;
  const cv::Mat board = grey(drawFace(edition(), Face("board"), kScale));
  const auto& art = edition().art(Face("board"));
  for (const auto& mark : edition().marks())
    for (int row = 0; row < kMarkerBits; ++row)
      for (int column = 0; column < kMarkerBits; ++column) {
        const double module = mark.sizeMm / kMarkerModules;
        const double x = art.widthMm / 2 + mark.centre.x + (column - 1.5) * module;
        const double y = art.heightMm / 2 - mark.centre.y + (row - 1.5) * module;
        const bool white = board.at<uchar>(static_cast<int>(y * kScale), static_cast<int>(x * kScale)) > 128;
        CHECK(white == markerBit(kMarkerPatterns[static_cast<std::size_t>(mark.id)], column, row));
      }
}

TEST_CASE("a triangle has the colour of the first row behind the connection") {
  constexpr double kScale = 2.0;
  const cv::Mat board = drawFace(edition(), Face("board"), kScale);
  const auto& art = edition().art(Face("board"));
  const auto colourAt = [&](double x, double y) {  // mm from the board's centre, y up
    return board.at<cv::Vec4b>(static_cast<int>((art.heightMm / 2 - y) * kScale),
                               static_cast<int>((art.widthMm / 2 + x) * kScale));
  };
  const auto field = [&](const char* colour) {
    // Well inside the ring of the row's first box.
    const std::map<std::string, int> rows{{"red", 0},   {"orange", 1}, {"yellow", 2},
                                          {"green", 3}, {"blue", 4},   {"purple", 5}};
    return colourAt(-55.0, 137.5 - 55.0 * rows.at(colour) + 23.0);
  };
  // Above b1 (N), right above b1 (NE), left of a3 (W), left above a3 (NW), left below a3 (SW), below d6 (S).
  CHECK(colourAt(-110, 137.5 + 28.5) == field("purple"));
  CHECK(colourAt(-110 + 21.5, 137.5 + 21.5) == field("purple"));
  CHECK(colourAt(-165 - 28.5, 27.5) == field("yellow"));
  CHECK(colourAt(-165 - 21.5, 27.5 + 21.5) == field("orange"));
  CHECK(colourAt(-165 - 21.5, 27.5 - 21.5) == field("green"));
  CHECK(colourAt(0, -137.5 - 28.5) == field("red"));
  // A corner box has none where its arrow leaves both sides: a1 NW.
  CHECK(colourAt(-165 - 21.5, 137.5 + 21.5) == colourAt(-165 - 24, 137.5 + 24));
  CHECK(colourAt(-165 + 21.5, 137.5 + 21.5) == field("purple"));
}

TEST_CASE("a face that the edition does not have is refused by name") {
  CHECK_THROWS_WITH(edition().art(Face("shield:pink")), Catch::Contains("shield:pink"));
}
