#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <opencv2/core.hpp>

#include "datasets/cards/recognition_score.h"
#include "tracker/vocabulary/json.h"
#include "tracker/vocabulary/observation.h"
#include "vision/capture/picture.h"
#include "vision/pipeline.h"

using namespace octo;
using datasets::LabelledPiece;
using datasets::RecognitionScore;

namespace {

const std::filesystem::path kSamples = std::filesystem::path(OCTO_SOURCE_DIR) / "tests/vision/read/cards/samples";
const std::filesystem::path kShared = std::filesystem::path(OCTO_SOURCE_DIR) / "../shared/data";

std::vector<LabelledPiece> seen(const cv::Mat& picture) {
  std::vector<LabelledPiece> pieces;
  for (const vision::Sighting& sighting : vision::recognize(GameId::Octa, picture).pieces)
    pieces.push_back({sighting.faces.front().face.text(), sighting.outline});
  return pieces;
}

/// The picture turned by quarters clockwise, and its truth with it.
struct Turned {
  cv::Mat picture;
  std::vector<LabelledPiece> truth;

  void quarter() {
    const double height = picture.rows;
    cv::rotate(cv::Mat(picture), picture, cv::ROTATE_90_CLOCKWISE);
    for (LabelledPiece& piece : truth)
      for (vision::ImagePoint& p : piece.outline) p = {height - p.y, p.x};
  }
};

std::vector<std::pair<std::filesystem::path, std::vector<LabelledPiece>>> labelled(
    const std::filesystem::path& folder) {
  std::vector<std::pair<std::filesystem::path, std::vector<LabelledPiece>>> list;
  std::ifstream in(folder / "truth.jsonl");
  for (std::string text; std::getline(in, text);) {
    const Json line = Json::parse(text);
    list.emplace_back(folder / line.at("image").get<std::string>(), std::vector<LabelledPiece>{});
    for (const Json& piece : line.at("pieces")) {
      LabelledPiece one{piece.at("piece"), {}, piece.contains("box"), piece.value("ignore", false)};
      if (one.box) {
        const double x0 = piece["box"][0], y0 = piece["box"][1], x1 = piece["box"][2], y1 = piece["box"][3];
        one.outline = {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}};
      } else {
        for (const Json& p : piece.at("outline")) one.outline.push_back({p.at(0), p.at(1)});
      }
      list.back().second.push_back(one);
    }
  }
  return list;
}

/// `step`: every how many pictures one is read; all of them are `octo-datasets evaluate`'s business.
RecognitionScore scoreOf(const std::filesystem::path& folder, int quarters, double leastOverlap, std::size_t step = 1) {
  RecognitionScore score;
  const auto all = labelled(folder);
  for (std::size_t i = 0; i < all.size(); i += step) {
    const auto& [file, truth] = all[i];
    Turned turned{vision::loadPicture(file), truth};
    for (int k = 0; k < quarters; ++k) turned.quarter();
    score.add(turned.truth, seen(turned.picture), leastOverlap);
  }
  return score;
}

/// A folder of drawn tables: how many pictures, at least how many cards read, at most how many read wrongly or where
/// there is none.
struct Row {
  const char* folder;
  int pictures, read, wrong;
};

}  // namespace

TEST_CASE("drawn tables are read in all four rotations") {
  const auto row =
      GENERATE(Row{"apart", 2, 11, 0}, Row{"rows", 2, 16, 1}, Row{"fans", 2, 10, 1}, Row{"backs", 2, 8, 0});
  for (int quarters = 0; quarters < 4; ++quarters) {
    const RecognitionScore score = scoreOf(kSamples / row.folder, quarters, 0.5);
    INFO(row.folder << " turned by " << 90 * quarters << " degrees: " << score.pieces << " cards, " << score.missed
                    << " missed, " << score.unsure << " unsure");
    CHECK(score.pictures == row.pictures);
    CHECK(score.right >= row.read);
    CHECK(score.misread + score.extra <= row.wrong);
    if (score.right > row.read)
      WARN(row.folder << " turned by " << 90 * quarters << ": " << score.right << " read, the row says " << row.read);
  }
}

TEST_CASE("a resting table of cards becomes an observation with places in millimetres") {
  const auto [file, truth] = labelled(kSamples / "apart").front();
  const cv::Mat picture = vision::loadPicture(file);
  const double width = picture.cols, height = picture.rows;
  vision::PipelineOptions options{GameId::Octa, {{0, 0}, {width, 0}, {width, height}, {0, height}}};
  vision::Pipeline pipeline(options);
  std::shared_ptr<const Observation> observation;
  for (int frame = 0; frame < 60; ++frame) {
    const vision::View view = pipeline.step({picture, frame, frame / 30.0});
    if (view.observation) observation = view.observation;
  }
  REQUIRE(observation);
  int right = 0;
  for (const SeenPiece& piece : observation->pieces) {
    CHECK(piece.pose.at.x > -450);
    CHECK(piece.pose.at.x < 450);
    for (const LabelledPiece& card : truth) {
      const vision::ImagePoint c{(card.outline[0].x + card.outline[2].x) / 2,
                                 (card.outline[0].y + card.outline[2].y) / 2};
      const double x = c.x / width * 900 - 450, y = 350 - c.y / height * 700;
      right += piece.face().text() == card.face && std::hypot(x - piece.pose.at.x, y - piece.pose.at.y) < 60;
    }
  }
  CHECK(right >= 4);
}

TEST_CASE("photographs of another game: no face is read in every tenth") {
  const auto folder = kShared / "not-cards";
  if (!std::filesystem::exists(folder)) {
    WARN("skipped: no folder shared/data beside the repository");
    return;
  }
  int pictures = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!vision::hasPictureName(entry.path()) || entry.path().stem().string().back() != '5') continue;
    ++pictures;
    for (const LabelledPiece& piece : seen(vision::loadPicture(entry.path()))) {
      INFO(entry.path().filename());
      CHECK(piece.face == "?");
    }
  }
  CHECK(pictures > 0);
}

TEST_CASE("photographs of real cards that no network has seen are read in all four rotations, every thirty-second") {
  const auto folder = kShared / "real-cards";
  if (!std::filesystem::exists(folder)) {
    WARN("skipped: no folder shared/data beside the repository");
    return;
  }
  for (int quarters = 0; quarters < 4; ++quarters) {
    const RecognitionScore score = scoreOf(folder, quarters, 0.4, 32);
    INFO("turned by " << 90 * quarters << ": recall " << score.recall() << ", precision " << score.precision());
    CHECK(score.pictures == 10);
    CHECK(score.recall() >= 0.9);
    CHECK(score.precision() >= 0.95);
    CHECK(score.misread == 0);
  }
}
