#include "vision/edition/taught_edition.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <opencv2/imgcodecs.hpp>

#include "tests/vision/teach/drawn_cards.h"

using namespace octo;
using namespace octo::vision;
using Catch::Contains;

namespace {

std::string list(const std::string& piece, const std::string& head = "name = \"Mine\"\ngame = \"oct8\"\n") {
  return head + "[[piece]]\n" + piece;
}

const std::string kPiece =
    "piece = \"red:3\"\nwidth_mm = 63\nheight_mm = 88\nshape = \"card\"\npictures = [\"red_3.png\"]\n";

std::string with(const std::string& old, const std::string& now) {
  std::string text = kPiece;
  return text.replace(text.find(old), old.size(), now);
}

void write(const std::filesystem::path& folder, const std::string& toml) {
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "edition.toml") << toml;
}

/// A PNG that is a header and an end: it promises so many pixels, and has none.
void writePromise(const std::filesystem::path& file, unsigned side) {
  std::string png("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
  for (int i = 0; i < 2; ++i)
    for (const unsigned shift : {24U, 16U, 8U, 0U}) png += static_cast<char>((side >> shift) & 0xffU);
  png += std::string("\x08\x02\0\0\0CRC!\0\0\0\0IEND\xae\x42\x60\x82", 21);
  std::ofstream(file, std::ios::binary) << png;
}

}  // namespace

TEST_CASE("an edition's list says what it holds and reads what it wrote") {
  const EditionList read = parseEditionList(list(kPiece + "count = 4\n"), "edition.toml");
  CHECK(read.name == "Mine");
  CHECK(read.game == GameId::Oct8);
  REQUIRE(read.faces.size() == 1);
  CHECK(read.faces[0].art.copies == 4);
  CHECK(read.faces[0].art.widthMm == 63);
  const EditionList again = parseEditionList(editionToml(read), "again");
  CHECK(again.faces[0].art.face == Face("red:3"));
  CHECK(again.faces[0].pictures == read.faces[0].pictures);
}

TEST_CASE("a list that is not as it must be is refused with its line and what was expected") {
  const auto refusal = [](const std::string& text) {
    try {
      parseEditionList(text, "e.toml");
    } catch (const EditionError& error) {
      return std::string(error.what());
    }
    return std::string("taken");
  };
  CHECK_THAT(refusal("name = "), Contains("e.toml:1"));
  CHECK_THAT(refusal(list(kPiece, "game = \"oct8\"\n")), Contains("name"));
  CHECK_THAT(refusal(list(kPiece, "name = \"x\"\ngame = \"chess\"\n")), Contains("octagone, octal, oct8 or octa"));
  CHECK_THAT(refusal(list(kPiece, "name = \"x\"\ngame = \"oct8\"\ncolour = 1\n")), Contains("\"colour\" is no key"));
  CHECK_THAT(refusal(list(with("red:3", "pink:3"))), Contains("it has no \"pink:3\""));
  CHECK_THAT(refusal(list(with("red:3", "marker:1"))), Contains("it has no"));
  CHECK_THAT(refusal(list(kPiece, "name = \"\\u001b[2J\"\ngame = \"oct8\"\n")), Contains("without control characters"));
  CHECK_THAT(refusal(list(with("63", "6300"))), Contains("width_mm"));
  CHECK_THAT(refusal(list(with("63", "nan"))), Contains("width_mm"));
  CHECK_THAT(refusal(list(with("\"card\"", "\"cube\""))), Contains("shape"));
  CHECK_THAT(refusal(list(with("\"card\"", "\"board\""))), Contains("board"));
  CHECK_THAT(refusal(list(kPiece + "count = -1\n")), Contains("count"));
  CHECK_THAT(refusal(list(with("[\"red_3.png\"]", "[]"))), Contains("pictures"));
  for (const char* way : {"../red.png", "/etc/red.png", "a/../../b.png", "red.txt", "a\\\\b.png", "a\\n.png"})
    CHECK_THAT(refusal(list(with("red_3.png", way))), Contains("within the edition's folder"));
  CHECK_THAT(refusal(list(kPiece) + "[[piece]]\n" + kPiece), Contains("twice"));
}

TEST_CASE("pictures that are missing, broken, too large or elsewhere are refused by name") {
  const test::TemporaryFolder folder;
  CHECK_THROWS_WITH(TaughtEdition(folder / "nowhere"), Contains("no such folder"));
  const auto mine = folder / "mine";
  write(mine, list(kPiece));
  CHECK_THROWS_WITH(TaughtEdition(mine), Contains("red_3.png: no such file"));
  std::ofstream(mine / "red_3.png") << "no picture";
  CHECK_THROWS_WITH(TaughtEdition(mine), Contains("red_3.png"));
  std::filesystem::remove(mine / "red_3.png");
  cv::imwrite((folder / "outside.png").string(), test::drawnCard(1));
  std::filesystem::create_symlink(folder / "outside.png", mine / "red_3.png");
  CHECK_THROWS_WITH(TaughtEdition(mine), Contains("leads out of the edition's folder"));
  std::filesystem::remove(mine / "red_3.png");
  cv::imwrite((mine / "red_3.png").string(), cv::Mat(5000, 40, CV_8UC3, cv::Scalar(0, 0, 0)));
  CHECK_THROWS_WITH(TaughtEdition(mine), Contains("4000 pixels"));
}

TEST_CASE("pictures that would be huge once decoded are refused by their headers") {
  const test::TemporaryFolder folder;
  const auto mine = folder / "mine";
  write(mine, list(kPiece));
  writePromise(mine / "red_3.png", 9000);  // few enough for a photograph
  CHECK_THROWS_WITH(TaughtEdition(mine), Contains("red_3.png: expected at most 4000 pixels"));

  std::string all;
  for (const char* face : {"red:1", "red:2"}) {
    std::string pictures;
    for (int i = 0; i < 12; ++i) pictures += (i ? ", \"" : "\"") + std::string("red_3.png") + "\"";
    all += "[[piece]]\npiece = \"" + std::string(face) + "\"\nwidth_mm = 63\nheight_mm = 88\nshape = \"card\"\n" +
           "pictures = [" + pictures + "]\n";
  }
  write(mine, "name = \"Mine\"\ngame = \"oct8\"\n" + all);
  writePromise(mine / "red_3.png", 4000);
  CHECK_THROWS_WITH(TaughtEdition(mine), Contains("more than 200 million pixels"));
}

TEST_CASE("a taught face is drawn as it was shown") {
  const test::TemporaryFolder folder;
  write(folder / "mine", list(kPiece));
  cv::imwrite((folder / "mine" / "red_3.png").string(), test::drawnCard(3));
  const TaughtEdition edition(folder / "mine");
  cv::Mat drawn, off;
  cv::cvtColor(drawFace(edition, Face("red:3"), 5), drawn, cv::COLOR_BGRA2BGR);
  cv::absdiff(drawn, test::drawnCard(3), off);
  CHECK(cv::mean(off)[0] < 3);
}
