#include "tracker/follow/possible_starts.h"

#include <catch2/catch.hpp>

using namespace octo;
using namespace octo::tracker;

namespace {

const GameHeader kHeader{.game = GameId::Octal, .players = {"Ann", "Ben", "Cy"}, .first = 1, .setup = {{"card", "3"}}};

Way way(const char* mode, double cost) { return {{{"mode", mode}, {"podium", true}}, cost}; }

}  // namespace

TEST_CASE("where all is told there is one start") {
  PossibleStarts starts(kHeader, true);
  const std::vector<Way> ways{way("twin", 0)};
  const auto& all = starts.combine(kHeader, ways);
  REQUIRE(all.size() == 1);
  CHECK(all[0].header.first == 1);
  CHECK(all[0].header.setup == kHeader.setup);
  CHECK(starts.firstTold());
}

TEST_CASE("whatever is left open is combined, and who reached in first is likelier to have begun") {
  PossibleStarts starts(kHeader, false);
  starts.allowAnybody(3);
  starts.seeReaching(2);
  starts.readSetUp({{"card", "3"}}, {{{{"card", "8"}}, 0.3}});
  const std::vector<Way> ways{way("twin", 0), way("single", 2)};
  const auto& all = starts.combine(kHeader, ways);
  REQUIRE(all.size() == 3 * 2 * 2);
  for (const PossibleStart& each : all) {
    const double unusual = each.header.options.at("mode") == "single" ? 2 : 0;
    CHECK(each.cost == Approx(unusual + (each.header.first == 2 ? 0 : 0.5)));
  }
  CHECK(all[0].header.setup.at("card") == "3");
  CHECK(all[1].header.setup.at("card") == "8");
  starts.tellFirst(0);
  starts.forgetSetUps();
  CHECK(starts.combine(kHeader, ways).size() == 2);
}

TEST_CASE("the likeliest other setups are thought of, at most five, and none twice") {
  PossibleStarts starts(kHeader, true);
  std::vector<PossibleSetUp> others{{{{"card", "3"}}, 0.9}, {{{"card", "z"}}, 0.01}};
  for (int n = 0; n < 7; ++n) others.push_back({{{"card", n}}, 0.1 + 0.01 * n});
  starts.readSetUp({{"card", "3"}}, others);
  const std::vector<Way> ways{way("twin", 0)};
  const auto& all = starts.combine(kHeader, ways);
  REQUIRE(all.size() == 6);
  CHECK(all[1].header.setup.at("card") == 6);
  CHECK(all[5].header.setup.at("card") == 2);
}

TEST_CASE("an option is found out where the likely starts agree, or the likeliest is unusual in it") {
  PossibleStarts starts(kHeader, true);
  const std::vector<Way> ways{way("twin", 0), way("single", 0)};
  starts.combine(kHeader, ways);
  const auto found = [&](std::size_t likeliest, std::vector<double> chances) {
    return starts.optionsFound(likeliest, chances);
  };
  CHECK(found(0, {0.6, 0.4}) == Json{{"podium", true}});
  CHECK(found(0, {0.995, 0.005}) == Json{{"mode", "twin"}, {"podium", true}});
  CHECK(found(1, {0.4, 0.6}) == Json{{"mode", "single"}, {"podium", true}});
}
