#include "tracker/follow/replacements.h"

#include <catch2/catch.hpp>

using namespace octo;
using namespace octo::tracker;

namespace {

const Event kPlay{.player = 0, .action = "play"}, kDraw{.player = 0, .action = "draw"},
    kPass{.player = 0, .action = "pass"};

ExplainedStep stepAt(double time, const Event& event) { return {.event = event, .time = time}; }

}  // namespace

TEST_CASE("an event that was replaced is replaced again at its time, and what replaced it is still people's") {
  Replacements replacements;
  replacements.add({kPlay, kDraw, 7});
  CHECK(replacements.insteadOf(stepAt(7, kPlay), {}) == kDraw);
  CHECK(replacements.insteadOf(stepAt(7, kDraw), {}) == kDraw);
  CHECK_FALSE(replacements.insteadOf(stepAt(8, kPlay), {}));
  CHECK_FALSE(replacements.insteadOf(stepAt(7, kPass), {}));
  Event standing = kPlay;
  standing.stands = true;
  CHECK(replacements.insteadOf(stepAt(7, standing), {}) == kDraw);
}

TEST_CASE("an event that is corrected again still stands for what it was taken for at first") {
  Replacements replacements;
  replacements.add({kPlay, kDraw, 7, true});
  const std::vector<ExplainedStep> all = replacements.takeAll(stepAt(7, kDraw));
  REQUIRE(all.size() == 2);
  CHECK(all[0].event == kDraw);
  CHECK_FALSE(all[0].inferred);
  CHECK(all[1].event == kPlay);
  CHECK(all[1].inferred);
  CHECK_FALSE(replacements.insteadOf(stepAt(7, kPlay), {}));
}

TEST_CASE("an event is replaced once: where what replaced it is told, another like it is another event") {
  Replacements replacements;
  replacements.add({kPlay, kDraw, 7});
  const std::vector<ExplainedStep> told{stepAt(7, kDraw)}, elsewhere{stepAt(6, kDraw)};
  CHECK_FALSE(replacements.insteadOf(stepAt(7, kPlay), told));
  CHECK(replacements.insteadOf(stepAt(7, kPlay), elsewhere) == kDraw);
}
