#include "ui/calibration.h"

#include <catch2/catch.hpp>
#include <fstream>

#include "tests/db/store_samples.h"

using namespace octo;
using octo::test::TemporaryFolder;

namespace {

const std::vector<vision::ImagePoint> kSquare{{100, 100}, {500, 110}, {510, 400}, {90, 390}};

ui::Calibration calibration(const std::string& source) { return {source, GameId::Octagone, {1280, 720}, kSquare}; }

}  // namespace

TEST_CASE("corners are kept a source and a game, and forgotten again") {
  const TemporaryFolder folder;
  const auto file = folder / "octoscope/calibrations.json";
  CHECK_FALSE(ui::keptCalibration(file, "0", GameId::Octagone));
  CHECK_FALSE(ui::forgetCalibration(file, "0", GameId::Octagone));
  ui::keepCalibration(file, calibration("0"));
  ui::keepCalibration(file, calibration("rtsp://phone/1"));
  auto later = calibration("0");
  later.corners[0] = {120, 100};
  ui::keepCalibration(file, later);
  const auto kept = ui::keptCalibration(file, "0", GameId::Octagone);
  REQUIRE(kept);
  CHECK(kept->corners == later.corners);
  CHECK(kept->picture == cv::Size(1280, 720));
  CHECK_FALSE(ui::keptCalibration(file, "0", GameId::Octa));
  CHECK(ui::forgetCalibration(file, "0", GameId::Octagone));
  CHECK_FALSE(ui::keptCalibration(file, "0", GameId::Octagone));
  CHECK(ui::keptCalibration(file, "rtsp://phone/1", GameId::Octagone));
}

TEST_CASE("a stream's password is not kept, and its corners are found again all the same") {
  const TemporaryFolder folder;
  const auto file = folder / "calibrations.json";
  const std::string source = "rtsp://ann:geheim@cam.local/live";
  ui::keepCalibration(file, calibration(source));
  std::ifstream in(file);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  CHECK(text.find("cam.local") != std::string::npos);
  CHECK(text.find("geheim") == std::string::npos);
  CHECK(ui::keptCalibration(file, source, GameId::Octagone));
  CHECK(ui::keptCalibration(file, "rtsp://ann:neu@cam.local/live", GameId::Octagone));
  CHECK(ui::forgetCalibration(file, source, GameId::Octagone));
}

TEST_CASE("a broken file of calibrations keeps nobody from playing, and the next calibration mends it") {
  const TemporaryFolder folder;
  const auto file = folder / "calibrations.json";
  for (const char* text :
       {"", "{", "7", "[{}]", R"([{"source":"0","game":"chess","width":9,"height":9,"corners":[]}])",
        R"([{"source":"0","game":"octagone","width":0,"height":9,"corners":[[1,1],[2,2],[3,3],[4,4]]}])",
        R"([{"source":"0","game":"octagone","width":9,"height":9,"corners":[["a",1],[2,2],[3,3],[4,4]]}])"}) {
    std::ofstream(file) << text;
    CHECK_FALSE(ui::keptCalibration(file, "0", GameId::Octagone));
  }
  ui::keepCalibration(file, calibration("0"));
  CHECK(ui::keptCalibration(file, "0", GameId::Octagone));
}

TEST_CASE("corners that cannot be those of a table are refused with a reason") {
  CHECK(ui::whatIsWrongWith(kSquare).empty());
  CHECK(ui::whatIsWrongWith({}) == "four corners were expected, not 0");
  const auto reversed = std::vector(kSquare.rbegin(), kSquare.rend());
  CHECK(ui::whatIsWrongWith(reversed).find("clockwise") != std::string::npos);
  auto crossed = kSquare;
  std::swap(crossed[1], crossed[2]);
  CHECK(ui::whatIsWrongWith(crossed).find("clockwise") != std::string::npos);
  auto close = kSquare;
  close[1] = {104, 101};
  CHECK(ui::whatIsWrongWith(close).find("too close") != std::string::npos);
  auto infinite = kSquare;
  infinite[2].x = std::numeric_limits<double>::quiet_NaN();
  CHECK_FALSE(ui::whatIsWrongWith(infinite).empty());
}

TEST_CASE("kept corners follow the size of the picture, not its shape") {
  const auto half = ui::cornersIn(calibration("0"), {640, 360});
  REQUIRE(half);
  CHECK((*half)[1] == vision::ImagePoint{250, 55});
  CHECK_FALSE(ui::cornersIn(calibration("0"), {640, 480}));
}
