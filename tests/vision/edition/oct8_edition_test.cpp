#include <catch2/catch.hpp>
#include <map>
#include <opencv2/imgproc.hpp>
#include <string>

#include "vision/edition/edition.h"

using namespace octo;
using namespace octo::vision;

TEST_CASE("Oct8 prints the 30 heads and 78 arms of the rules page") {
  constexpr int kCopies[] = {5, 5, 4, 4, 3, 2, 2, 1};
  std::map<std::string, int> expected, copies;
  for (const std::string colour : {"red", "green", "blue"}) {
    expected["head:" + colour] = 10;
    for (int arms = 1; arms <= 8; ++arms) expected[colour + ":" + std::to_string(arms)] = kCopies[arms - 1];
  }
  for (const FaceArt& art : printEdition(GameId::Oct8).faces())
    if (art.shape == Shape::Card && art.copies > 0) copies[art.face.text()] = art.copies;
  CHECK(copies == expected);
}

TEST_CASE("Oct8's two decks have backs of their own, and a chip has two sides") {
  const Edition& edition = printEdition(GameId::Oct8);
  CHECK(edition.backOf(Face("red:3"), 0) == Face("back"));
  CHECK(edition.backOf(Face("head:red"), 0) == Face("head:back"));
  CHECK(edition.backOf(Face("chip:1"), 0) == Face("chip:2"));
  CHECK(edition.backOf(Face("chip:2"), 0) == Face("chip:1"));
}

TEST_CASE("Oct8: a column covered to 26 mm from its left still shows number and colour") {
  const Edition& edition = printEdition(GameId::Oct8);
  const auto corner = [&](const std::string& face) {
    cv::Mat grey;
    cv::cvtColor(drawFace(edition, Face(face), 3.0), grey, cv::COLOR_BGRA2GRAY);
    // What is left of the index when the next column lies 2 mm too far over it.
    return grey(cv::Rect(12, 27, 60, 34)).clone();
  };
  std::map<std::string, cv::Mat> corners;
  for (const std::string colour : {"red", "green", "blue"}) {
    corners["head:" + colour] = corner("head:" + colour);
    for (int arms = 1; arms <= 8; ++arms)
      corners[colour + ":" + std::to_string(arms)] = corner(colour + ":" + std::to_string(arms));
  }
  for (const auto& [a, one] : corners)
    for (const auto& [b, other] : corners)
      if (a < b) {
        INFO(a << " and " << b);
        CHECK(cv::norm(one, other, cv::NORM_L2) / std::sqrt(static_cast<double>(one.total())) > 12);
      }
}

TEST_CASE("the two sides of a chip are dark and light") {
  const auto mean = [](const char* face) {
    const cv::Mat picture = drawFace(printEdition(GameId::Oct8), Face(face), 4.0);
    cv::Mat grey;
    cv::cvtColor(picture, grey, cv::COLOR_BGRA2GRAY);
    return cv::mean(grey(cv::Rect(32, 32, 64, 64)))[0];
  };
  CHECK(mean("chip:2") > mean("chip:1") + 50);
}
