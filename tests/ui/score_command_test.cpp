#include <catch2/catch.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>

#include "tests/db/store_samples.h"
#include "tests/ui/run_program.h"
#include "tests/vision/read/coded/card_table.h"
#include "tests/vision/teach/shown_edition.h"
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

constexpr double kPixelsPerMm = 1.8, kHalfPicture = 470;  // mm

/// Cards of Oct8 on a plain table, straight from above.
cv::Mat fromAbove(const std::vector<LaidCard>& cards) {
  const int side = static_cast<int>(2 * kHalfPicture * kPixelsPerMm);
  cv::Mat table(side, side, CV_8UC3, cv::Scalar(95, 120, 140));
  for (const LaidCard& card : cards) {
    const cv::Mat art = vision::drawFace(vision::printEdition(GameId::Oct8), card.face, kPixelsPerMm);
    const cv::Point2f centre(static_cast<float>(art.cols - 1) / 2, static_cast<float>(art.rows - 1) / 2);
    cv::Mat turn = cv::getRotationMatrix2D(centre, -card.angle, 1.0);
    turn.at<double>(0, 2) += (card.at.x + kHalfPicture) * kPixelsPerMm - 0.5 - centre.x;
    turn.at<double>(1, 2) += (kHalfPicture - card.at.y) * kPixelsPerMm - 0.5 - centre.y;
    cv::Mat laid, alpha;
    cv::warpAffine(art, laid, turn, table.size(), cv::INTER_LINEAR);
    cv::extractChannel(laid, alpha, 3);
    cv::cvtColor(laid, laid, cv::COLOR_BGRA2BGR);
    laid.copyTo(table, alpha > 127);
  }
  cv::GaussianBlur(table, table, {}, 0.7);
  return table;
}

std::string cornersFromAbove(const TableRect& area) {
  std::string text;
  for (const TablePoint corner : vision::cornersOf(area))
    text += (text.empty() ? "" : ",") + std::to_string((corner.x + kHalfPicture) * kPixelsPerMm) + "," +
            std::to_string((kHalfPicture - corner.y) * kPixelsPerMm);
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

TEST_CASE("score of Oct8 takes octopus colours from heads on the turn places and from the command line") {
  const TemporaryFolder folder;
  const std::string file = (folder / "octopuses.png").string();
  cv::imwrite(file, fromAbove({{Face("head:red"), {100, -190}, 0},
                               {Face("red:3"), {100, -212}, 1},
                               {Face("red:5"), {101, -234}, -1},
                               {Face("head:green"), {-250, 190}, 180},
                               {Face("green:4"), {-250, 212}, 180},
                               {Face("green:3"), {-250, 234}, 180},
                               {Face("green:1"), {-250, 256}, 180},
                               {Face("head:red"), {-341, -375}, 3}}));
  const std::string table = " --corners " + cornersFromAbove({-409, -415, 409, 415}) + " " + file;
  const auto scored = [&](const std::string& arguments) {
    const Ran ran = run("score --game oct8 --players Ann,Ben" + arguments + table);
    REQUIRE(ran.status == 0);
    return Json::parse(ran.out);
  };
  const Json seen = scored("");
  CAPTURE(seen.dump());
  CHECK(seen.at("scores") == Json{4, 3});
  CHECK(seen.at("unrevealed") == Json{1});
  CHECK(seen.at("winners") == Json{0});
  CHECK(seen.at("settled") == false);
  CHECK(seen.at("may_win") == Json{0, 1});
  CHECK(seen.at("counted").at(0).at("colour") == "red");
  const Json told = scored(" --colours ?,green");
  CHECK(told.at("scores") == Json{4, 6});
  CHECK(told.at("winners") == Json{1});
  CHECK_FALSE(told.contains("unrevealed"));
  CHECK(scored(" --colours blue,green").at("scores") == Json{2, 6});
}

TEST_CASE("score reads a taught edition, and every command refuses one of another game, or none, by name") {
  const TemporaryFolder folder;
  const std::string file = (folder / "hands.png").string(), shown = (folder / "shown").string();
  shownEdition(folder / "shown", GameId::Octal, {"3:greater:up", "all", "4:equal:both"});
  const Picture picture = photograph(tableWith(GameId::Octal, {{Face("3:greater:up"), {-40, -185}, 3},
                                                               {Face("all"), {40, -180}, -5},

                                                               {Face("4:equal:both"), {60, 185}, 181}}),
                                     {.tilt = 20});
  cv::imwrite(file, picture.bgr);
  const std::string table = " --corners " + cornersOf(picture.view, {-272, -216, 272, 216}) + " " + file;
  const Ran ran = run("score --game octal --players Ann,Ben,Cy --edition " + shown + table);
  REQUIRE(ran.status == 0);
  CHECK(Json::parse(ran.out).at("hands") == Json{2, 0, 1});
  for (const std::string& command :
       {"score" + table, "recognize" + table, std::string("track --source /nonexistent")}) {
    const std::string first = command.substr(0, command.find(' ')), rest = command.substr(command.find(' '));
    const Ran other = run(first + " --game oct8 --edition " + shown + rest, true);
    CAPTURE(other.out);
    CHECK(other.status == 2);
    CHECK(other.out ==
          "octoscope: --edition " + shown + ": \"Shown\" is an edition of The OCTAL; one of Oct8 was expected\n");
    const Ran none = run(first + " --game oct8 --edition " + shown + "-not" + rest, true);
    CHECK(none.status == 2);
    CHECK(none.out.starts_with("octoscope: --edition " + shown + "-not: no such edition"));
  }
  shownEdition(folder / "deck", GameId::Octa, {"10H"});
  const Ran octa = run("track --game octa --source /nonexistent --edition " + (folder / "deck").string(), true);
  CHECK(octa.status == 2);
  CHECK(octa.out.find("no taught edition was expected") != std::string::npos);
}

TEST_CASE("score says in one line what is wrong") {
  const TemporaryFolder folder;
  const std::string bare = (folder / "bare.png").string();
  cv::imwrite(bare, photograph(drawTable({}, false), {}).bgr);
  for (const std::string& arguments :
       {"--game octal " + bare, "--game octal --players A,B " + bare, "--game oct8 --options bonus=none " + bare,
        "--game oct8 --players A,B --colours red " + bare, "--game oct8 --players A,B --colours red,pink " + bare,
        "--game octa --colours red,blue " + bare, std::string("--game octa /nonexistent.png"),
        std::string("--game octa"), "--game chess " + bare}) {
    const Ran ran = run("score " + arguments, true);
    CAPTURE(arguments, ran.out);
    CHECK(ran.status == 2);
    CHECK(ran.lines().size() == 1);
    CHECK(ran.lines().back().rfind("octoscope: ", 0) == 0);
  }
}
