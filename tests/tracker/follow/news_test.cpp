#include "tracker/follow/news.h"

#include <catch2/catch.hpp>

#include "tracker/follow/guess.h"

using namespace octo;
using namespace octo::tracker;

namespace {

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
  CHECK(countTold({step("play"), step("draw"), step("play")}, {0.9, 0.5, 0.4}, {}) == 2);
  CHECK(countTold({step("play"), step("draw"), step("play")}, {0.4, 0.9, 0.9}, {}) == 0);
}

TEST_CASE("a breach must be likelier, unless it was taken back") {
  CHECK(countTold({step("play"), breach("draw")}, {0.9, 0.89}, {}) == 1);
  CHECK(countTold({step("play"), breach("draw")}, {0.9, 0.9}, {}) == 2);
  ExplainedStep takenBack = breach("draw");
  takenBack.event.takenBack = true;
  CHECK(countTold({step("play"), takenBack}, {0.9, 0.5}, {}) == 2);
}

TEST_CASE("what people told is told, and all that came before it") {
  CHECK(countTold({step("play"), told("pass"), step("play")}, {0.1, 1, 0.1}, {}) == 2);
}

TEST_CASE("what was told stays told as long as it is the same, guesses aside") {
  TrackedEvent known;
  known.event = {.player = 0, .action = "play"};
  ExplainedStep guessed = step("play");
  guessed.event.fields[kGuessed] = "card";
  CHECK(countTold({guessed}, {0.1}, {known}) == 1);
  known.event.action = "draw";
  CHECK(countTold({guessed}, {0.1}, {known}) == 0);
}

TEST_CASE("what has been doubtful for long is told, and what came after it") {
  ExplainedStep doubtful = breach("draw");
  CHECK(countTold({doubtful, step("play")}, {0.6, 0.9}, {}) == 0);
  doubtful.settled = true;
  CHECK(countTold({doubtful, step("play")}, {0.6, 0.9}, {}) == 2);
  CHECK(countTold({doubtful, step("play")}, {0.6, 0.4}, {}) == 1);
}
