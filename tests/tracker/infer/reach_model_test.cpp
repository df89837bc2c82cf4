#include "tracker/infer/reach_model.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace octo;
using namespace octo::tracker::infer;

TEST_CASE("where forearms end is a density over the plane") {
  SeatReach reach(0, {});
  reach.learn({20, 60});
  reach.learn({-10, 80});
  double all = 0;
  constexpr double kStep = 5;
  for (double x = -1500; x < 1500; x += kStep)
    for (double y = -1500; y < 1500; y += kStep) all += kStep * kStep * reach.density({x, y});
  CHECK(all == Approx(1).margin(0.02));
}

TEST_CASE("the mean of a person's reaches is learnt, and how much they scatter") {
  SeatReach reach(0, {});
  const double before = reach.density({-30, 90});
  for (const TablePoint& each : {TablePoint{-28, 88}, {-33, 95}, {-30, 85}, {-29, 92}, {-31, 91}, {-30, 89}})
    reach.learn(each);
  CHECK(reach.mean().x == Approx(-30).margin(4));
  CHECK(reach.mean().y == Approx(90).margin(6));
  CHECK(reach.density({-30, 90}) > 5 * before);
  CHECK(reach.density({30, 20}) < 0.2 * before);
}

TEST_CASE("a reach unlike a person's others, or that was hardly theirs, says little of how they reach") {
  const auto after = [](TablePoint other, double sure) {
    SeatReach reach(0, {});
    for (const TablePoint& each : {TablePoint{-28, 88}, {-33, 95}, {-30, 85}, {-29, 92}}) reach.learn(each);
    reach.learn(other, sure);
    return reach.density({-30, 90});
  };
  SeatReach none(0, {});
  for (const TablePoint& each : {TablePoint{-28, 88}, {-33, 95}, {-30, 85}, {-29, 92}}) none.learn(each);
  const double without = none.density({-30, 90});
  CHECK(after({120, 300}, 1) > 0.6 * without);
  CHECK(after({120, 300}, 1) < without);
  CHECK(after({-10, 120}, 1e-9) == Approx(without));
  CHECK(after({-10, 120}, 0.2) > after({-10, 120}, 1));
}

TEST_CASE("a need is served by the forearm that fits it, and a second one of the same person on its way") {
  ReachModel model({Side::Near, Side::Left}, {});
  const std::vector<Need> needs{{0, Side::Near, {0, 0}}, {0, Side::Near, {0, -60}}};
  const std::vector<SeenReach> reaches =
      model.arrived(std::vector<ForearmTrack>{{Side::Far, 0.97, {0, -40}}, {Side::Near, 0.97, {5, 40}}}, {});
  const Served served = model.serve(needs, reaches);
  CHECK(served.by[0] == 1U);
  CHECK(served.by[1] == 1U);
  // Nobody's forearm is likelier to have done what another side's did.
  const Served other = model.serve(std::vector<Need>{{1, Side::Left, {0, 0}}}, reaches);
  CHECK(other.likelihood < served.likelihood);
}

TEST_CASE("one forearm that nobody saw did all that its owner did meanwhile, and nobody else's") {
  ReachModel model({Side::Near, Side::Far}, {});
  const Need one{0, Side::Near, {0, 0}}, another{0, Side::Near, {60, 0}}, others{1, Side::Far, {60, 0}};
  const auto likelihood = [&](const std::vector<Need>& needs) { return model.serve(needs, {}).likelihood; };
  CHECK(likelihood({one, another}) > likelihood({one}) - 1);
  CHECK(likelihood({one, others}) < likelihood({one}) - 3);
  const double seen = model.of(0).seen();
  const std::vector<Need> both{one, another};
  model.learn(both, {}, model.serve(both, {}));
  ReachModel once({Side::Near, Side::Far}, {});
  once.learn(std::vector{one}, {}, once.serve(std::vector{one}, {}));
  CHECK(model.of(0).seen() < seen);
  CHECK(model.of(0).seen() == Approx(once.of(0).seen()));
}

TEST_CASE("a forearm that came over a corner may be anybody's who sits at one of its sides") {
  const ReachModel model({Side::Near, Side::Left, Side::Far, Side::Right}, {});
  const auto likelihood = [&](double sure, int player, Side side) {
    const std::vector<SeenReach> reaches = model.arrived(std::vector<ForearmTrack>{{Side::Near, sure, {5, 5}}}, {});
    return model.serve(std::vector<Need>{{player, side, {0, 0}}}, reaches).likelihood;
  };
  CHECK(likelihood(0.5, 1, Side::Left) > likelihood(1, 1, Side::Left) + 1);
  CHECK(likelihood(0.5, 1, Side::Left) < likelihood(0.5, 0, Side::Near));
  CHECK(likelihood(0.5, 2, Side::Far) == Approx(likelihood(1, 2, Side::Far)));
}

TEST_CASE("a forearm from a side where nobody sits is one of the neighbours'") {
  const auto likelihood = [](const std::vector<Side>& sides) {
    const ReachModel model(sides, {});
    const std::vector<SeenReach> reaches = model.arrived(std::vector<ForearmTrack>{{Side::Right, 1, {5, 5}}}, {});
    return model.serve(std::vector<Need>{{0, Side::Near, {0, 0}}}, reaches).likelihood;
  };
  CHECK(likelihood({Side::Near, Side::Far}) > likelihood({Side::Near, Side::Left, Side::Far, Side::Right}) + 3);
}

TEST_CASE("a forearm of an earlier look serves a need less likely than one of this look") {
  ReachModel model({Side::Near}, {});
  const std::vector<Need> needs{{0, Side::Near, {0, 0}}};
  const std::vector<SeenReach> now = model.arrived(std::vector<ForearmTrack>{{Side::Near, 0.97, {5, 40}}}, {});
  std::vector<SeenReach> before = now;
  before.front().looksAgo = 1;
  CHECK(model.serve(needs, before).likelihood < model.serve(needs, now).likelihood);
  CHECK(model.serve(needs, before).likelihood > model.serve(needs, {}).likelihood);
}

TEST_CASE("a forearm may have gone on with what it did before it is seen, and is learnt from where it was") {
  ReachModel model({Side::Near}, {});
  const auto reaches = model.arrived(std::vector<ForearmTrack>{{Side::Near, 0.97, {305, 340}}}, {});
  const std::vector<Need> there{{0, Side::Near, {0, 0}}};
  const std::vector<Need> further{{0, Side::Near, {0, 0}, {{-300, 0}, {300, 300}}}};
  CHECK(model.serve(further, reaches).likelihood > model.serve(there, reaches).likelihood + 1);
  const TablePoint mean = model.of(0).mean();
  model.learn(further, reaches, model.serve(further, reaches));
  CHECK(distance(model.of(0).mean(), mean) < 10);
}

TEST_CASE("a forearm that stays over the table is one, and what it did once it hardly does again") {
  const ReachModel model({Side::Near}, {});
  const std::vector<Need> needs{{0, Side::Near, {0, 0}}};
  std::vector<ForearmTrack> forearms{{Side::Near, 0.97, {5, 40}}};
  forearms.front().stayed = true;
  std::vector<SeenReach> before = model.arrived(forearms, {});
  std::vector<SeenReach> now = model.arrived(forearms, before);
  REQUIRE(now.front().was == 0U);
  CHECK(now.front().looksStayed == 1);
  const double idleYet = model.serve(needs, before).likelihood;
  now.front().spent = true;
  CHECK(model.serve(needs, now).likelihood < idleYet - 1);
  // One that had gone comes anew.
  before.front().forearm.stayed = false;
  CHECK_FALSE(model.arrived(forearms, before).front().was);
}

TEST_CASE("who has just done something comes back to it more likely than anybody else comes there") {
  const ReachModel model({Side::Near, Side::Far}, {});
  const std::vector<ForearmTrack> forearms{{Side::Near, 0.97, {5, 40}}};
  const auto likelihood = [&](const std::vector<Need>& latest) {
    return model.idleLikelihood(model.arrived(forearms, {}, latest), {}, latest);
  };
  const std::vector<Need> theirs{{0, Side::Near, {0, 0}}}, others{{1, Side::Far, {0, 0}}};
  CHECK(likelihood(theirs) > likelihood(others) + 1);
  CHECK(likelihood(theirs) > likelihood({}) + 1);
}

TEST_CASE("where forearms of a side end that do nothing is learnt: there they say less") {
  ReachModel model({Side::Near}, {});
  const std::vector<Need> needs{{0, Side::Near, {0, 0}}};
  const std::vector<ForearmTrack> forearms{{Side::Near, 0.97, {5, 40}}};
  const double before = model.serve(needs, model.arrived(forearms, {})).likelihood;
  std::vector<SeenReach> idle = model.arrived(forearms, {});
  idle.front().looksAgo = Parameters().remembered;
  for (int look = 0; look < 10; ++look) model.learn({}, idle, {});
  CHECK(model.serve(needs, model.arrived(forearms, {})).likelihood < before - 2);
}

TEST_CASE("of two at one side the forearm's direction tells which of them it was") {
  const ReachModel model({Side::Near, Side::Near, Side::Far}, {});
  const auto likelihood = [&](int player, double entered) {
    std::vector<ForearmTrack> forearms{{Side::Near, 0.97, {8, 45}}};
    forearms.front().entered = TablePoint{entered, -216};
    return model.serve(std::vector<Need>{{player, Side::Near, {0, 0}}}, model.arrived(forearms, {})).likelihood;
  };
  CHECK(likelihood(0, 60) > likelihood(1, 60) + 0.5);
  CHECK(likelihood(1, -60) > likelihood(0, -60) + 0.5);
}
