#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "vision/edition/edition.h"

using namespace octo;
using namespace octo::vision;

TEST_CASE("The OCTAL prints the 52 cards of the rules page") {
  std::map<std::string, int> copies;
  for (const FaceArt& art : printEdition(GameId::Octal).faces())
    if (art.shape == Shape::Card && art.copies > 0) copies[art.face.text()] = art.copies;
  std::map<std::string, int> expected{{"all", 4}};
  const char* kConditions[] = {"greater", "less", "equal", "different", "multiple", "divisor"};
  for (int value = 1; value <= 8; ++value)
    for (int place = 0; place < 6; ++place)
      expected[std::to_string(value) + ":" + kConditions[place] + ((value + place) % 2 == 0 ? ":both" : ":up")] = 1;
  CHECK(copies == expected);
}

TEST_CASE("cards of The OCTAL are of poker size and end square") {
  const Edition& edition = printEdition(GameId::Octal);
  const FaceArt& art = edition.art(Face("3:greater:up"));
  CHECK(art.widthMm == 63.0);
  CHECK(art.heightMm == 88.0);
  const cv::Mat picture = drawFace(edition, art.face, 10.0);
  REQUIRE(picture.size() == cv::Size(630, 880));
  for (const cv::Point corner : {cv::Point(0, 0), cv::Point(629, 0), cv::Point(629, 879), cv::Point(0, 879)})
    CHECK(picture.at<cv::Vec4b>(corner)[3] == 255);
}
