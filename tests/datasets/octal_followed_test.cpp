// Games of The OCTAL as people play them, seen by made-up eyes, are followed.
#include <catch2/catch.hpp>

#include "datasets/compare_games.h"
#include "datasets/scene/script.h"
#include "datasets/scene/seen_table.h"
#include "tracker/follow/follower.h"

using namespace octo;
using namespace octo::datasets;

TEST_CASE("games of The OCTAL with breaches are followed by eyes that see everything at rest") {
  constexpr std::uint64_t kFirst = 50100;
  constexpr int kGames = 8;
  int exact = 0, falselyClaimed = 0;
  for (std::uint64_t seed = kFirst; seed < kFirst + kGames; ++seed) {
    const auto truth = playGame(GameId::Octal, seed, {3, 0.05});
    GameHeader asked = truth.header;  // two questions that are equal are laid first now and then: nobody told the setup
    asked.setup = asked.options = Json::object();
    const auto follower = tracker::follow(asked, tracker::seededLayout(GameId::Octal, 3));
    const Eyesight eyes{.offMm = 1.5, .offDegrees = 1.5, .between = 1};
    for (const ScriptLook& look : seenScript(truth, layOut(truth, seed), eyes, Random(seed).fork("eyes")))
      follower->observe(look.observation);
    follower->finish();
    std::vector<Understood> understood;
    for (const TrackedEvent& event : follower->events()) understood.push_back({event, 0});
    const GameComparison comparison = compareGames(truth, understood, follower->result(), 30);
    INFO("seed " << seed << ", first missed: " << comparison.firstMissed);
    exact += comparison.exact;
    falselyClaimed += comparison.falselyClaimed;
  }
  CHECK(exact >= kGames - 1);
  CHECK(falselyClaimed <= 1);
}
