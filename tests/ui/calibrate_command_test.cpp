#include <catch2/catch.hpp>
#include <filesystem>
#include <opencv2/imgcodecs.hpp>

#include "tests/db/store_samples.h"
#include "tests/ui/run_program.h"
#include "tests/vision/table_picture.h"
#include "tracker/vocabulary/json.h"

using namespace octo;
using namespace octo::test;

namespace {

/// A picture of the board, one without it, and settings of their own.
struct Pictures {
  TemporaryFolder folder;
  std::string board = (folder / "board.png").string(), table = (folder / "table.png").string();
  Pictures() {
    using namespace vision::testing;
    cv::imwrite(board, photograph(drawTable({}), {.fill = 0.8, .size = {1280, 720}}).bgr);
    cv::imwrite(table, photograph(drawTable({}, false), {.fill = 0.8, .size = {1280, 720}}).bgr);
  }
  Ran calibrate(const std::string& arguments, bool both = false) const {
    return run("calibrate --game octagone " + arguments, both, "XDG_CONFIG_HOME=" + (folder / "config").string());
  }
};

}  // namespace

TEST_CASE("calibrate finds the board and its zones, and says where there is none") {
  const Pictures pictures;
  const Ran found =
      pictures.calibrate("--source " + pictures.board + " --picture " + (pictures.folder / "seen.png").string());
  REQUIRE(found.status == 0);
  const Json line = Json::parse(found.out);
  CHECK(line.at("found_by") == "marks");
  CHECK(line.at("width") == 1280);
  CHECK(line.at("table").size() == 3);
  CHECK(line.at("zones").at(0).at("zone") == "board");
  CHECK(line.at("kept") == false);
  CHECK(std::filesystem::file_size(pictures.folder / "seen.png") > 10000);
  const Ran lost = pictures.calibrate("--source " + pictures.table);
  CHECK(lost.status == 1);
  CHECK(Json::parse(lost.out).at("table").is_null());
}

TEST_CASE("corners given to calibrate are kept for that source until they are forgotten") {
  const Pictures pictures;
  const std::string source = "--source " + pictures.table;
  CHECK(pictures.calibrate(source + " --corners 200,100,1000,100,1000,600,200,600").status == 0);
  const Ran again = pictures.calibrate(source);
  CHECK(again.status == 0);
  CHECK(Json::parse(again.out).at("found_by") == "corners");
  CHECK(Json::parse(pictures.calibrate("--source " + pictures.board).out).at("found_by") == "marks");
  CHECK(pictures.calibrate(source + " --forget").status == 0);
  CHECK(pictures.calibrate(source + " --forget").status == 1);
  CHECK(pictures.calibrate(source).status == 1);
}

TEST_CASE("bad corners, pictures and games are one line each") {
  const Pictures pictures;
  for (const std::string& arguments :
       {"--source " + pictures.board + " --corners 1,2,3",
        "--source " + pictures.board + " --corners 200,600,1000,600,1000,100,200,100",
        "--source " + pictures.board + " --corners a,b,c,d,e,f,g,h",
        "--source " + pictures.board + " --picture /nonexistent/x.png",
        "--source " + pictures.board + " --picture " + (pictures.folder / "x.doc").string(),
        std::string("--source /nonexistent.mp4"), std::string("--source /nonexistent.png"), std::string("")}) {
    const Ran ran = pictures.calibrate(arguments, true);
    CAPTURE(arguments, ran.out);
    CHECK(ran.status == 2);
    CHECK(ran.lines().back().rfind("octoscope: ", 0) == 0);
  }
  CHECK(run("recognize --game octagone --edition bought " + pictures.board).status == 2);
  const Ran read = run("recognize --game octagone --corners 200,100,1000,100,1000,600,200,600 " + pictures.table);
  CHECK(read.status == 0);
  CHECK_FALSE(Json::parse(read.out).at("table").is_null());
}
