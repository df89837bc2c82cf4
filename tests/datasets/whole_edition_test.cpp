#include "datasets/whole_edition.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "datasets/card_tables.h"
#include "tests/temporary_folder.h"

using namespace octo;
using namespace octo::datasets;

namespace {

/// An edition of Oct8 of which one arm and its back were taught, all in one grey.
vision::TaughtEdition oneArm() {
  const test::TemporaryFolder folder;
  cv::imwrite((folder / "a.png").string(), cv::Mat(176, 126, CV_8UC3, cv::Scalar::all(77)));
  std::ofstream list(folder / "edition.toml");
  list << "name = \"one arm\"\ngame = \"oct8\"\n";
  for (const char* piece : {"red:3", "back"})
    list << "[[piece]]\npiece = \"" << piece
         << "\"\nwidth_mm = 57.0\nheight_mm = 87.0\nshape = \"card\"\npictures = [\"a.png\"]\n";
  list.close();
  return vision::TaughtEdition(folder.path());
}

cv::Vec4b middlePixel(const vision::Edition& edition, const char* face) {
  const cv::Mat picture = vision::drawFace(edition, Face(face), 2);
  return picture.at<cv::Vec4b>(picture.rows / 2, picture.cols / 2);
}

}  // namespace

TEST_CASE("what an edition's folder lacks is drawn with our own pieces", "[whole_edition]") {
  const vision::TaughtEdition taught = oneArm();
  const WholeEdition whole(taught);
  CHECK(whole.art(Face("red:3")).widthMm == 57);
  CHECK(middlePixel(whole, "red:3") == cv::Vec4b(77, 77, 77, 255));
  CHECK(middlePixel(whole, "chip:1") == middlePixel(vision::printEdition(GameId::Oct8), "chip:1"));
  CHECK(whole.backOf(Face("head:red"), 0) == Face::back());
  CHECK(whole.backOf(Face("chip:1"), 0) == Face("chip:2"));
  for (std::uint64_t seed = 1; seed < 6; ++seed) CHECK(randomCards(GameId::Oct8, 2, seed, nullptr, &whole).size() > 5);
}
