// The programs as people call them: what is on the paper, and what is in the folder.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "tests/temporary_folder.h"
#include "vision/edition/edition.h"

using namespace octo;
using namespace octo::vision;

namespace {

constexpr std::array kCardGames{GameId::Octal, GameId::Oct8, GameId::Octa};
constexpr double kDotsPerMm = 300 / 25.4;

int run(const std::string& command) { return std::system((command + " 2>/dev/null").c_str()); }

/// One page of a PDF as poppler renders it, grey; empty where poppler-utils is not installed.
cv::Mat page(const std::filesystem::path& pdf, int number) {
  const std::string n = std::to_string(number), root = pdf.string() + "." + n;
  if (run("pdftoppm -r 300 -gray -singlefile -f " + n + " -l " + n + " " + pdf.string() + " " + root) != 0) return {};
  return cv::imread(root + ".pgm", cv::IMREAD_GRAYSCALE);
}

/// The frames of the cards on a page: outlines of what is dark, large and four-cornered; mm.
std::vector<cv::Rect2d> frames(const cv::Mat& page) {
  std::vector<std::vector<cv::Point>> outlines;
  cv::findContours(page < 150, outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_SIMPLE);
  std::vector<cv::Rect2d> found;
  for (const auto& outline : outlines) {
    const cv::Rect box = cv::boundingRect(outline);
    if (box.width > 40 * kDotsPerMm)
      found.push_back({box.x / kDotsPerMm, box.y / kDotsPerMm, box.width / kDotsPerMm, box.height / kDotsPerMm});
  }
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return std::pair(std::round(a.y), a.x) < std::pair(std::round(b.y), b.x);
  });
  return found;
}

std::string printed(const std::filesystem::path& folder, GameId game, const std::string& paper) {
  const std::string pdf = folder / (paper + ".pdf");
  const std::string what = " print --no-mat --game " + std::string(name(game)) + " --paper " + paper;
  REQUIRE(run(std::string(OCTO_PROGRAM) + what + " --out " + pdf) == 0);
  return pdf;
}

struct Printing {
  GameId game;
  std::string paper;
  std::size_t cardsOnPage;
};

}  // namespace

TEST_CASE("printed cards have their size to 0.2 mm, and backs lie behind their faces") {
  const Printing printing = GENERATE(Printing{GameId::Octal, "a4", 8}, Printing{GameId::Octal, "letter", 6},
                                     Printing{GameId::Oct8, "a4", 8}, Printing{GameId::Octa, "a4", 8});
  INFO(name(printing.game) << " on " << printing.paper);
  const test::TemporaryFolder folder;
  const std::string pdf = printed(folder.path(), printing.game, printing.paper);
  const cv::Mat fronts = page(pdf, 3), backs = page(pdf, 4);
  if (fronts.empty() || backs.empty()) {
    WARN("no pdftoppm: sizes on paper are not measured");
    return;
  }
  const double paperWidth = fronts.cols / kDotsPerMm;
  const double inset = 2 * printEdition(printing.game).frame()->marginMm;
  const auto faces = frames(fronts), behind = frames(backs);
  REQUIRE(faces.size() == printing.cardsOnPage);
  REQUIRE(behind.size() == faces.size());
  for (std::size_t i = 0; i < faces.size(); ++i) {
    // The frame's outer edge runs so far within the card's, and the cards lie on their side.
    CHECK(faces[i].width == Approx(88.0 - inset).margin(0.15));
    CHECK(faces[i].height == Approx(63.0 - inset).margin(0.15));
    // Paper flipped on its long edge: columns change sides, rows stay.
    const std::size_t flipped = i ^ 1;
    CHECK(behind[flipped].x == Approx(paperWidth - faces[i].x - faces[i].width).margin(0.2));
    CHECK(behind[flipped].y == Approx(faces[i].y).margin(0.2));
  }
  // From one card to the next: two bleeds of 3 mm and room for a tick.
  CHECK(faces[1].x - faces[0].x == Approx(88.0 + 8.0).margin(0.15));
  CHECK(faces[2].y - faces[0].y == Approx(63.0 + 8.0).margin(0.15));
}

TEST_CASE("printed corner markers are 40 mm wide") {
  const test::TemporaryFolder folder;
  // Instructions and tables, seven sheets of cards on both sides, then the markers.
  const cv::Mat markers = page(printed(folder.path(), GameId::Octal, "a4"), 17);
  if (markers.empty()) {
    WARN("no pdftoppm: sizes on paper are not measured");
    return;
  }
  std::vector<std::vector<cv::Point>> outlines;
  cv::findContours(markers < 60, outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_SIMPLE);
  int corners = 0;
  for (const auto& outline : outlines) {
    const cv::Rect box = cv::boundingRect(outline);
    if (box.width < 35 * kDotsPerMm) continue;
    CHECK(box.width / kDotsPerMm == Approx(40.0).margin(0.15));
    CHECK(box.height / kDotsPerMm == Approx(40.0).margin(0.15));
    ++corners;
  }
  CHECK(corners == 4);
}

TEST_CASE("the textures command writes every face with its size") {
  const GameId game = GENERATE(from_range(kCardGames));
  const test::TemporaryFolder folder;
  REQUIRE(run(std::string(OCTO_WORKSHOP) + " textures --game " + std::string(name(game)) + " --out " +
              folder.path().string()) == 0);
  std::ifstream file(folder / "faces.json");
  const auto list = nlohmann::json::parse(file);
  const Edition& edition = printEdition(game);
  REQUIRE(list.size() == edition.faces().size());
  for (const auto& line : list) {
    INFO(line.dump());
    const FaceArt& art = edition.art(Face(line.at("piece").get<std::string>()));
    CHECK(line.at("width_mm") == art.widthMm);
    CHECK(line.at("height_mm") == art.heightMm);
    const cv::Mat picture = cv::imread(folder / line.at("file").get<std::string>(), cv::IMREAD_UNCHANGED);
    REQUIRE_FALSE(picture.empty());
    CHECK(std::min(picture.cols, picture.rows) >= 600);
    CHECK(static_cast<double>(picture.cols) / picture.rows == Approx(art.widthMm / art.heightMm).epsilon(0.005));
    const auto shape = line.at("shape").get<std::string>();
    CHECK((shape == "card" || shape == "round" || shape == "mat"));
    if (art.copies > 0 && shape != "mat" && art.shape != Shape::Marker)
      CHECK(line.at("backs").size() == static_cast<std::size_t>(art.copies));
  }
}
