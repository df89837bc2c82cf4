#include <catch2/catch.hpp>
#include <map>
#include <opencv2/imgproc.hpp>
#include <string>

#include "vision/edition/edition.h"

using namespace octo;
using namespace octo::vision;

TEST_CASE("Octa prints two whole French-suited decks, each with a back of its own, and two tokens") {
  const Edition& edition = printEdition(GameId::Octa);
  std::map<std::string, int> expected, copies;
  for (const char* suit : {"S", "H", "D", "C"})
    for (const char* rank : {"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"})
      expected[std::string(rank) + suit] = 2;
  for (const FaceArt& art : edition.faces())
    if (art.shape == Shape::Card && art.copies > 0) copies[art.face.text()] = art.copies;
  CHECK(copies == expected);
  CHECK(edition.backOf(Face("7D"), 0) == Face("back"));
  CHECK(edition.backOf(Face("7D"), 1) == Face("deck2:back"));
  CHECK(edition.art(Face("token:1")).widthMm == edition.art(Face("token:2")).widthMm);
}

TEST_CASE("Octa: index and dots lie in the 18 mm that a covered card shows") {
  const Edition& edition = printEdition(GameId::Octa);
  CHECK(edition.indexWindow()->x1 <= 15);
  const CodeRow row = *edition.codeRow();
  CHECK(row.stepX == 0);
  CHECK(row.firstX + row.dotWidth / 2 <= 15);
  CHECK(row.firstY - row.dotHeight / 2 >= edition.indexWindow()->y1);
}

TEST_CASE("Octa's tokens are told apart without colour") {
  const auto ring = [](const char* face) {
    cv::Mat grey;
    cv::cvtColor(drawFace(printEdition(GameId::Octa), Face(face), 4.0), grey, cv::COLOR_BGRA2GRAY);
    return static_cast<int>(grey.at<uchar>(60, 17));  // between the rim and the octagon
  };
  CHECK(ring("token:2") > ring("token:1") + 60);
}
