#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <sstream>
#include <string>

#include "datasets/scene/board_grid.h"
#include "datasets/scene/octagone_script.h"
#include "datasets/scene/recording.h"
#include "tests/temporary_folder.h"

using namespace octo;
using namespace octo::datasets;
using octo::test::TemporaryFolder;

namespace {

std::string contents(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  REQUIRE(in);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

RecordingOptions small(std::uint64_t seed, int frames) {
  RecordingOptions options;
  options.stage.picture = {640, 360};
  options.stage.framesPerSecond = 10;
  options.seed = seed;
  options.frames = frames;
  return options;
}

void render(const TemporaryFolder& folder, const RecordingOptions& options) {
  const auto record = playOctagone(options.seed, {2, 0.1});
  writeRecording(folder.path(), GameId::Octagone, layOutOctagone(record, options.seed), record, options);
}

std::vector<Json> truth(const TemporaryFolder& folder) {
  std::vector<Json> lines;
  std::istringstream text(contents(folder / "truth.jsonl"));
  for (std::string line; std::getline(text, line);) lines.push_back(Json::parse(line));
  return lines;
}

/// A whole game, rendered once for all tests that look at its truth: small and slow, so that it takes a few seconds.
const TemporaryFolder& wholeGame() {
  static const TemporaryFolder folder;
  static const bool rendered = [] {
    RecordingOptions options = small(6, 0);
    options.stage.picture = {320, 240};
    options.stage.framesPerSecond = 4;
    render(folder, options);
    return true;
  }();
  (void)rendered;
  return folder;
}

}  // namespace

TEST_CASE("the same seed gives the same video, truth and game, byte for byte") {
  const TemporaryFolder one, two;
  render(one, small(3, 45));
  render(two, small(3, 45));
  for (const auto* file : {"video.mp4", "truth.jsonl", "game.octo.jsonl"}) {
    INFO(file);
    CHECK(contents(one / file) == contents(two / file));
  }
}

TEST_CASE("pictures are numbered from 1 and named in the truth") {
  const TemporaryFolder folder;
  RecordingOptions options = small(4, 14);
  options.images = true;
  render(folder, options);
  const auto lines = truth(folder);
  REQUIRE(lines.size() == 14);
  CHECK(lines[0].at("image") == "00001.jpg");
  CHECK(cv::imread((folder / "00014.jpg").string()).size() == cv::Size(640, 360));
}

TEST_CASE("outlines in the truth agree with its homography and its script") {
  const TemporaryFolder& folder = wholeGame();
  const auto lines = truth(folder);
  const Grid grid = boardGrid(GameId::Octagone).value();
  std::size_t outlines = 0;
  for (const Json& line : {lines[lines.size() / 2], lines.back()}) {
    cv::Matx33d table;
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column) table(row, column) = line.at("table").at(row).at(column).get<double>();
    for (const Json& piece : line.at("pieces")) {
      REQUIRE(piece.at("outline").size() == 8);
      cv::Point2d middle(0, 0), arrow(0, 0);
      for (std::size_t i = 0; i < 8; ++i) {
        const Json& corner = piece.at("outline").at(i);
        const cv::Vec3d v = table * cv::Vec3d(corner.at(0).get<double>(), corner.at(1).get<double>(), 1);
        const cv::Point2d at(v[0] / v[2], v[1] / v[2]);
        middle += at * 0.125;
        if (i < 2) arrow += at * 0.5;
      }
      const auto cell = grid.cellAt({middle.x, middle.y});
      REQUIRE(cell);
      CHECK(cell->name() == piece.at("cell"));
      const cv::Point2d off = arrow - middle;
      CHECK(Facing::nearest(std::atan2(off.x, off.y) * 180 / CV_PI).name() == piece.at("facing"));
      // The arrow's side is 24 mm from the middle; a shield is 2 mm thick, and the lens bends a little.
      CHECK(std::hypot(off.x, off.y) == Approx(24.0).margin(1.5));
      ++outlines;
    }
  }
  CHECK(outlines > 20);
}

TEST_CASE("every event of the game has the frame at which it settled, in order") {
  const TemporaryFolder& folder = wholeGame();
  std::istringstream text(contents(folder / "game.octo.jsonl"));
  std::string line;
  std::getline(text, line);
  const auto lines = truth(folder);
  int last = 0, events = 0;
  while (std::getline(text, line)) {
    const int frame = Json::parse(line).at("frame").get<int>();
    CHECK(frame > last);
    REQUIRE(frame < static_cast<int>(lines.size()));
    CHECK(lines[static_cast<std::size_t>(frame)].at("at_rest") == true);
    last = frame;
    ++events;
  }
  CHECK(events > 20);
}

TEST_CASE("arms hide pieces and the truth says so") {
  const TemporaryFolder& folder = wholeGame();
  int hidden = 0, open = 0;
  for (const Json& line : truth(folder))
    for (const Json& piece : line.at("pieces")) {
      if (line.at("at_rest") == true && piece.at("layer") == 1 && piece.at("visible") == 1.0) ++open;
      if (line.at("at_rest") == false && piece.at("visible") < 0.5) ++hidden;
    }
  CHECK(hidden > 10);
  CHECK(open > 200);
}
