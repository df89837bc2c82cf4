#include <catch2/catch.hpp>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "tests/db/store_samples.h"
#include "tests/ui/run_program.h"
#include "tests/vision/read/coded/card_table.h"
#include "tracker/vocabulary/json.h"

using namespace octo;
using namespace octo::test;
using namespace octo::vision::testing;

namespace {

/// The play area's corners in the picture, as --corners wants them.
std::string cornersOf(const vision::TableView& view, const TableRect& area) {
  std::string text;
  for (const TablePoint corner : vision::cornersOf(area)) {
    const vision::ImagePoint p = view.imageFromTable(corner);
    text += (text.empty() ? "" : ",") + std::to_string(p.x) + "," + std::to_string(p.y);
  }
  return text;
}

}  // namespace

TEST_CASE("score counts the hands of The OCTAL in a photograph") {
  const TemporaryFolder folder;
  const std::string file = (folder / "hands.png").string();
  const Picture picture = photograph(tableWith(GameId::Octal, {{Face("3:greater:up"), {-40, -185}, 3},
                                                               {Face("all"), {40, -180}, -5},
                                                               {Face("5:less:both"), {-50, 0}, 0},
                                                               {Face("4:equal:both"), {60, 185}, 181}}),
                                     {.tilt = 20});
  cv::imwrite(file, picture.bgr);
  const std::string table = " --corners " + cornersOf(picture.view, {-272, -216, 272, 216}) + " " + file;
  const Ran ran = run("score --game octal --players Ann,Ben,Cy" + table);
  REQUIRE(ran.status == 0);
  const Json line = Json::parse(ran.out);
  CHECK(line.at("image") == file);
  CHECK(line.at("over") == true);
  CHECK(line.at("hands") == Json{2, 0, 1});
  CHECK(line.at("scores") == Json{2, 0, 1});
  CHECK(line.at("winners") == Json{1});
  CHECK(line.at("counted").at(2).at("hand") == Json{"4:equal:both"});
}

TEST_CASE("score says in one line what is wrong") {
  const TemporaryFolder folder;
  const std::string bare = (folder / "bare.png").string();
  cv::imwrite(bare, photograph(drawTable({}, false), {}).bgr);
  for (const std::string& arguments :
       {"--game octal " + bare, "--game octal --players A,B " + bare, "--game oct8 --options bonus=none " + bare,
        std::string("--game octa /nonexistent.png"), std::string("--game octa"), "--game chess " + bare}) {
    const Ran ran = run("score " + arguments, true);
    CAPTURE(arguments, ran.out);
    CHECK(ran.status == 2);
    CHECK(ran.lines().size() == 1);
    CHECK(ran.lines().back().rfind("octoscope: ", 0) == 0);
  }
}
