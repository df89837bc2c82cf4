#include "tracker/follow/news.h"

#include <catch2/catch.hpp>

using namespace octo;
using namespace octo::tracker;

namespace {

/// Of the time before which all is settled.
constexpr double kNothing = -1;

ExplainedStep step(const std::string& action) { return {.event = {.player = 0, .action = action}}; }

ExplainedStep breach(const std::string& action) {
  ExplainedStep breach = step(action);
  breach.breach = true;
  return breach;
}

ExplainedStep told(const std::string& action) {
  ExplainedStep told = step(action);
  told.told = true;
  return told;
}

}  // namespace

TEST_CASE("steps are told up to the first that is not likely enough") {
  CHECK(countTold({step("play"), step("draw"), step("play")}, {0.9, 0.5, 0.4}, {}, kNothing) == 2);
  CHECK(countTold({step("play"), step("draw"), step("play")}, {0.4, 0.9, 0.9}, {}, kNothing) == 0);
}

TEST_CASE("a breach must be likelier, unless it was taken back") {
  CHECK(countTold({step("play"), breach("draw")}, {0.9, 0.89}, {}, kNothing) == 1);
  CHECK(countTold({step("play"), breach("draw")}, {0.9, 0.9}, {}, kNothing) == 2);
  ExplainedStep takenBack = breach("draw");
  takenBack.event.takenBack = true;
  CHECK(countTold({step("play"), takenBack}, {0.9, 0.5}, {}, kNothing) == 2);
}

TEST_CASE("what people told is told, and all that came before it") {
  CHECK(countTold({step("play"), told("pass"), step("play")}, {0.1, 1, 0.1}, {}, kNothing) == 2);
}

TEST_CASE("what was told stays told as long as it is the same, guesses aside") {
  TrackedEvent known;
  known.event = {.player = 0, .action = "play"};
  ExplainedStep guessed = step("play");
  guessed.event.fields[kGuessed] = "card";
  CHECK(countTold({guessed}, {0.1}, {known}, kNothing) == 1);
  known.event.action = "draw";
  CHECK(countTold({guessed}, {0.1}, {known}, kNothing) == 0);
}

TEST_CASE("what has been doubtful for long is told, and what came after it") {
  ExplainedStep doubtful = breach("draw"), last = step("play");
  doubtful.time = 10;
  last.time = 50;
  CHECK(countTold({doubtful, last}, {0.6, 0.9}, {}, 10) == 0);
  CHECK(countTold({doubtful, last}, {0.6, 0.9}, {}, 11) == 2);
  CHECK(countTold({doubtful, last}, {0.6, 0.4}, {}, 11) == 1);
}
