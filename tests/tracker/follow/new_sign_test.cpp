#include "tracker/follow/new_sign.h"

#include <catch2/catch.hpp>

#include "tests/tracker/follow/looks.h"
#include "tracker/infer/situation.h"

using namespace octo;
using namespace octo::test;
using namespace octo::tracker;

namespace {

/// The sign is a piece that reads "sign".
class SignPosition : public BlankPosition {
 public:
  std::optional<TablePoint> signIn(const Observation& seen) const override {
    for (const SeenPiece& each : seen.pieces)
      if (each.face() == Face("sign")) return each.pose.at;
    return std::nullopt;
  }
};

SeenRests restsOf(std::vector<Observation> looks) {
  SeenRests rests;
  for (const Observation& each : looks) rests.add(each, 0);
  return rests;
}

std::optional<infer::Sign> newSignIn(const SeenRests& rests, const std::vector<ExplainedStep>& game = {}) {
  return newSign(rests.upTo(rests.size() - 1), SignPosition(), game);
}

ExplainedStep stepAt(double time) { return {.event = {.player = 0, .action = "play"}, .time = time}; }

const SeenPiece kSign = piece("sign", {100, 0});

}  // namespace

TEST_CASE("a sign is new where it did not lie at the rest before") {
  CHECK(newSignIn(restsOf({look(1), look(2, {kSign})})));
  CHECK_FALSE(newSignIn(restsOf({look(1), look(2)})));
  CHECK_FALSE(newSignIn(restsOf({look(1, {kSign})})));
  CHECK_FALSE(newSignIn(restsOf({look(1, {kSign}), look(2, {piece("sign", {130, 0})})})));
  const auto moved = newSignIn(restsOf({look(1, {kSign}), look(2, {piece("sign", {140, 0})})}));
  REQUIRE(moved);
  CHECK(moved->at == TablePoint{140, 0});
}

TEST_CASE("a sign that was only hidden is not new") {
  Observation hidden = look(2);
  hidden.hidden = {{50, -50, 150, 50}};
  CHECK_FALSE(newSignIn(restsOf({look(1, {kSign}), hidden, look(3, {kSign})})));
  CHECK(newSignIn(restsOf({look(1), hidden, look(3, {kSign})})));
}

TEST_CASE("a sign was away if others played since it was seen last") {
  const SeenRests seen = restsOf({look(1, {kSign}), look(2), look(3), look(4, {kSign})});
  CHECK_FALSE(newSignIn(seen, {stepAt(0.5), stepAt(2)})->wasAway);
  CHECK(newSignIn(seen, {stepAt(2), stepAt(3)})->wasAway);
  std::vector<ExplainedStep> unseen{stepAt(2), stepAt(3)};
  unseen[1].inferred = true;
  CHECK_FALSE(newSignIn(seen, unseen)->wasAway);
}
