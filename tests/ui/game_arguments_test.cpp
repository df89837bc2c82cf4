#include <catch2/catch.hpp>
#include <string>

#include "tests/ui/run_program.h"

using namespace octo::test;

namespace {

/// What the program says where `arguments` are wrong: one line, exit status 2, and nothing on standard output.
std::string refusal(const std::string& arguments) {
  CAPTURE(arguments);
  CHECK(run(arguments).out.empty());
  const Ran ran = run(arguments, true);
  CHECK(ran.status == 2);
  REQUIRE(ran.lines().size() == 1);
  return ran.lines().front();
}

}  // namespace

TEST_CASE("a wrong name or value in --options, --players or --first is refused with what there is") {
  using Catch::Contains;
  // The source and the picture are not there either: what was asked for is looked at first.
  for (const std::string command : {"track --source no-such.mp4 ", "score no-such.png "}) {
    CHECK_THAT(refusal(command + "--game octagone --options prt=1"),
               Contains("no option \"prt\"") && Contains("part") && Contains("lady") && Contains("corner"));
    CHECK_THAT(refusal(command + "--game octagone --options part=3"), Contains("\"part\" must be 2 or 1, not 3"));
    CHECK_THAT(refusal(command + "--game octagone --options part=1,part=2"), Contains("expected once"));
    CHECK_THAT(refusal(command + "--game oct8 --options short=yes"), Contains("\"short\" must be") && Contains("yes"));
    CHECK_THAT(refusal(command + "--game octal --options mode=double"), Contains("twin") && Contains("single"));
    CHECK_THAT(refusal(command + "--game octal --players A,B,C,D --options podium=3"),
               Contains("podium") && Contains("4 players"));
    CHECK_THAT(refusal(command + "--game octa --players Ann,Ben,Cid"), Contains("2 players, not 3"));
    CHECK_THAT(refusal(command + "--game octagone --players Ann,Ben --first 2"),
               Contains("0 for Ann, 1 for Ben") && Contains("--first 2"));
    CHECK_THAT(refusal(command + "--game octagon"), Contains("octagone, octal, oct8 or octa"));
  }
}

TEST_CASE("calibrate and print refuse a number of players that the game does not have") {
  using Catch::Contains;
  CHECK_THAT(refusal("calibrate --game octa --players 3 --source no-such.mp4"), Contains("2 players, not 3"));
  CHECK_THAT(refusal("print --game octal --players 2 --out no-such/octal.pdf"), Contains("3, 4, 5, 6"));
}
